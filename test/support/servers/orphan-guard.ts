import { type ChildProcess, spawn } from 'node:child_process';
import type { ServerProcess } from './server-process.ts';

type Watched = Pick<ServerProcess, 'pid' | 'ended'>;

/** Reads process ids until its input closes; the last one is the one to end. The rest is the same as ServerProcess.kill. */
const SCRIPT = `
  pid=
  while read -r line; do pid=$line; done
  if [ -n "$pid" ]; then
    kill -STOP "$pid"
    kill -KILL "$pid" $(cat "/proc/$pid/task/$pid/children")
  fi
  for attempt in 1 2 3 4 5; do
    rm -rf -- "$1" && exit
    sleep 0.1
  done
`;

/**
 * Ends a server and deletes its folder when the process that started it is gone, however it went.
 *
 * A handler of 'exit' or of a signal is not enough: vitest ends its workers with SIGTERM and, half a second later,
 * SIGKILL, and on Ctrl-C leaves without any teardown. What no death can prevent is that the kernel closes our end of
 * a pipe, and a shell waits at the other end.
 */
export class OrphanGuard {
  readonly #shell: ChildProcess;

  constructor(folder: string) {
    // Detached, so that the Ctrl-C that ends us does not end the guard as well.
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, 'orphan-guard', folder], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell.unref();
  }

  /** One process at a time. Once it has ended, its id may become another's and must be forgotten. */
  watch({ pid, ended }: Watched): void {
    this.#tell(pid);
    void ended.then(() => this.#tell(undefined));
  }

  dismiss(): void {
    this.#shell.kill('SIGKILL');
  }

  #tell(pid: number | undefined): void {
    this.#shell.stdin?.write(`${pid ?? ''}\n`);
  }
}
