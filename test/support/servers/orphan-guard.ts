import { type ChildProcess, spawn } from 'node:child_process';
import type { ServerProcess } from './server-process.ts';

type Watched = Pick<ServerProcess, 'pid' | 'ended'>;

/** Reads process ids until its input closes, then kills the last one in the same way as ServerProcess.kill. */
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
 * Kills a server and deletes its folder when the process that started it is gone, for whatever reason.
 *
 * An 'exit' or signal handler is not enough: vitest ends its workers with SIGTERM and, half a second later,
 * SIGKILL, and on Ctrl-C exits without any teardown. But the kernel always closes our end of a pipe, and a shell
 * waits at the other end.
 */
export class OrphanGuard {
  readonly #shell: ChildProcess;

  constructor(folder: string) {
    // Detached, so that Ctrl-C does not end the guard as well.
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, 'orphan-guard', folder], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell.unref();
  }

  /** Watches one process at a time. Its id is cleared when it ends, because the kernel may reuse it. */
  watch({ pid, ended }: Watched): void {
    this.#writePid(pid);
    void ended.then(() => this.#writePid(undefined));
  }

  dismiss(): void {
    this.#shell.kill('SIGKILL');
  }

  #writePid(pid: number | undefined): void {
    this.#shell.stdin?.write(`${pid ?? ''}\n`);
  }
}
