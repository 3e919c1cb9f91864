import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import type { ContainerImage } from './container-image.ts';

const run = promisify(execFile);

/** Mounts as `docker run --read-only --tmpfs /tmp --volume …:/data` would, then becomes the first process of the container. */
const ENTER = `
  set -e
  mount --bind "$ROOT" "$ROOT"
  mount -o remount,bind,ro "$ROOT"
  mount -t proc proc "$ROOT/proc"
  mount -t tmpfs tmpfs "$ROOT/tmp"
  mount --bind "$DATA" "$ROOT/data"
  mount --rbind /dev "$ROOT/dev"
  exec chroot --userspec="$IMAGE_USER" "$ROOT" /usr/bin/env --ignore-environment --chdir="$WORKING_DIR" "$@"
`;

/** The image running in namespaces of its own, as a container engine would run it. */
export class Container {
  #output = '';

  private constructor(
    private readonly image: ContainerImage,
    private readonly environment: readonly string[],
    private readonly engine: ChildProcess,
    /** The first process of the container, as seen from outside. */
    readonly pid: number,
  ) {}

  /** Resolves when the service is ready. `data` is mounted at /data. */
  static async start(image: ContainerImage, data: string, settings: readonly string[]): Promise<Container> {
    const { User, WorkingDir, Env, Entrypoint, Cmd } = image.config;
    const environment = [...Env, ...settings];
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
    const engine = spawn('unshare', [...namespaces, 'sh', '-c', ENTER, 'sh', ...environment, ...Entrypoint, ...Cmd], {
      env: { PATH: process.env['PATH'], ROOT: image.root, DATA: data, IMAGE_USER: User, WORKING_DIR: WorkingDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let pid = Number.NaN;
    const hasStarted = async () => {
      pid = await childOf(engine);
      return Number.isInteger(pid);
    };
    await waitUntil(hasStarted, { what: 'the container has a process' });
    const container = new Container(image, environment, engine, pid);
    engine.stderr?.setEncoding('utf8').on('data', (text: string) => (container.#output += text));
    const isReady = () => {
      if (engine.exitCode !== null) throw new Error(container.output);
      return /^ready in \d+ ms$/m.test(container.output);
    };
    try {
      await waitUntil(isReady, { what: 'the service in the container is ready' });
    } catch (error) {
      container.dispose();
      throw error;
    }
    return container;
  }

  /** What the service wrote to stderr. */
  get output(): string {
    return this.#output;
  }

  /** Runs a command as `docker exec` does. Rejects if it fails. */
  exec(...command: readonly string[]) {
    const [user = '', group = ''] = this.image.config.User.split(':');
    const target = [
      '--target',
      String(this.pid),
      '--mount',
      '--pid',
      '--root',
      '--wd',
      '--setuid',
      user,
      '--setgid',
      group,
    ];
    return run('nsenter', [...target, '/usr/bin/env', '--ignore-environment', ...this.environment, ...command]);
  }

  /** Sends SIGTERM, and SIGKILL when the time is over, as `docker stop` does. Resolves to the exit code. */
  async stop(graceMs: number): Promise<number> {
    const exited = once(this.engine, 'exit');
    process.kill(this.pid, 'SIGTERM');
    const timer = setTimeout(() => process.kill(this.pid, 'SIGKILL'), graceMs);
    const [code] = await exited;
    clearTimeout(timer);
    return code ?? -1;
  }

  /** Ends the first process, and with it the container. The engine would leave it behind, because it has another user. */
  dispose(): void {
    if (this.engine.exitCode === null && this.engine.signalCode === null) process.kill(this.pid, 'SIGKILL');
  }
}

async function childOf({ pid }: ChildProcess): Promise<number> {
  return Number.parseInt(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
}
