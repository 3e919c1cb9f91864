import { chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { OrphanGuard } from './orphan-guard.ts';
import { type Command, ExitedEarly, ServerProcess } from './server-process.ts';
import type { User } from './unprivileged-user.ts';

const PORT_ATTEMPTS_MAX = 5;
/** Another process took the port before the server could bind it: retry with another port. */
class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** For a query to a running server. Generous, because of busy CPUs and disks. */
export const QUERY_TIMEOUT_MS = 10_000;

export interface Address {
  readonly port: number;
  /** A second free port, for servers that communicate with each other. */
  readonly peerPort: number;
}

/** The differences between kinds of servers. */
export interface ServerKind {
  readonly name: string;
  /** Undefined for the user that runs the tests. */
  readonly user: User | undefined;
  /** The signal for a graceful shutdown. */
  readonly stopSignal: NodeJS.Signals;
  /** A command that runs once in the empty folder. */
  readonly prepare?: ProgramCall;
  url(address: Address): string;
  launch(folder: string, address: Address): ProgramCall;
  /** True when this process responds, and not another one that has the same port. */
  isReady(running: { readonly url: string; readonly folder: string; readonly pid: number }): Promise<boolean>;
}

export type ProgramCall = Pick<Command, 'program' | 'args'>;

/** One server, or several that act as one. */
export interface ControlledServer {
  readonly url: string;
  /** Starts it again after stop or kill, on the same port and data. Resolves when it is ready. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** kill -9. Acknowledged writes must survive until after start(). */
  kill(): Promise<void>;
  /** Freezes it: connections stay open without a response. */
  pause(): void;
  resume(): void;
  /** Stops it for good and deletes its folder. */
  dispose(): Promise<void>;
}

/** A real server with its own folder and port. It ends with the process that started it at the latest. */
export class TestServer implements ControlledServer {
  readonly url: string;
  readonly folder: string;
  readonly address: Address;
  readonly #kind: ServerKind;
  readonly #guard: OrphanGuard;
  #process: ServerProcess | undefined;

  private constructor(kind: ServerKind, folder: string, address: Address, guard: OrphanGuard) {
    this.url = kind.url(address);
    this.folder = folder;
    this.address = address;
    this.#kind = kind;
    this.#guard = guard;
  }

  static async start(kind: ServerKind): Promise<TestServer> {
    const folder = await mkdtemp(join(await realpath(tmpdir()), `prompthold-${kind.name}-`));
    const guard = new OrphanGuard(folder);
    try {
      if (kind.user) await chown(folder, kind.user.uid, kind.user.gid);
      if (kind.prepare) await runOnce({ ...kind.prepare, folder, user: kind.user }, guard);
      return await TestServer.#startOnFreePort(kind, folder, guard);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      guard.dismiss();
      throw error;
    }
  }

  static async #startOnFreePort(kind: ServerKind, folder: string, guard: OrphanGuard): Promise<TestServer> {
    for (let attempt = 1; ; attempt += 1) {
      const address = { port: await freePort(), peerPort: await freePort() };
      const server = new TestServer(kind, folder, address, guard);
      try {
        await server.start();
        return server;
      } catch (error) {
        if (!(error instanceof PortTaken) || attempt === PORT_ATTEMPTS_MAX) throw error;
      }
    }
  }

  /** False after stop or kill; a paused server still counts as running. */
  get running(): boolean {
    return this.#process !== undefined;
  }

  async start(): Promise<void> {
    const { folder, url } = this;
    const kind = this.#kind;
    if (this.running) throw new Error(`${kind.name} is already running`);

    const launched = new ServerProcess({ ...kind.launch(folder, this.address), folder, user: kind.user });
    this.#process = launched;
    this.#guard.watch(launched);
    try {
      await launched.waitUntilReady(
        async () => launched.pid !== undefined && kind.isReady({ url, folder, pid: launched.pid }),
      );
    } catch (error) {
      await this.kill();
      // The program reports a taken port only in its output.
      if (error instanceof ExitedEarly && /address already in use/i.test(error.output)) {
        throw new PortTaken(`a port of ${url} is taken`, { cause: error });
      }
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.#end((running) => running.stop(this.#kind.stopSignal));
  }

  kill(): Promise<void> {
    return this.#end((running) => running.kill());
  }

  pause(): void {
    this.#process?.pause();
  }

  resume(): void {
    this.#process?.resume();
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
    this.#guard.dismiss();
  }

  async #end(stop: (running: ServerProcess) => Promise<void>): Promise<void> {
    if (!this.#process) return;
    await stop(this.#process);
    this.#process = undefined;
  }
}

async function runOnce(command: Command, guard: OrphanGuard): Promise<void> {
  const preparation = new ServerProcess(command);
  guard.watch(preparation);
  await preparation.finish();
}
