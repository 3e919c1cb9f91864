import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

/** The program as `npm run build` leaves it. */
export const PROGRAM = join(import.meta.dirname, '../../../dist/main.js');

export interface ServiceOptions {
  /** PROMPTHOLD_* settings; nothing else of this process' environment but PATH is passed on. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where it runs, and so where `data/` is; one of its own unless given. */
  readonly folder?: string;
  /** Another `prompthold` than that of this repository. */
  readonly command?: string;
}

/** A real service: `prompthold serve` on a free port, as an operator would start it. */
export class ServiceProcess {
  #output = '';
  #messages = '';
  readonly #exited: Promise<number>;

  private constructor(
    private readonly child: ChildProcess,
    readonly folder: string,
    private readonly ownsFolder: boolean,
  ) {
    child.stdout?.setEncoding('utf8').on('data', (text) => (this.#output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (this.#messages += text));
    this.#exited = once(child, 'close').then(([code]) => code ?? -1);
  }

  /** Resolves when the banner says that it is ready; rejects with what it said when it ends before. */
  static async start(options: ServiceOptions = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.launch(options);
    const ready = new Promise<void>((resolve) => {
      service.child.stderr?.on('data', () => /^ready in \d+ ms$/m.test(service.#messages) && resolve());
    });
    const ended = service.#exited.then((code) => {
      throw new Error(`the service ended with ${code}:\n${service.#messages}`);
    });
    await Promise.race([ready, ended]);
    ended.catch(() => {});
    return service;
  }

  /** Without waiting for anything, for starts that are meant to fail. */
  static async launch({ settings = {}, folder, command = PROGRAM }: ServiceOptions = {}): Promise<ServiceProcess> {
    const cwd = folder ?? (await temporaryFolder());
    const env = { PATH: process.env['PATH'], PROMPTHOLD_HTTP_PORT: '0', ...settings };
    const child = spawn(process.execPath, [command, 'serve'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return new ServiceProcess(child, cwd, folder === undefined);
  }

  /** The base of every address it serves, as its banner tells it. */
  get url(): string {
    const [, url] = /^ +API +(\S+)\/api$/m.exec(this.#messages) ?? [];
    if (!url) throw new Error(`no address in the banner:\n${this.#messages}`);
    return url;
  }

  /** Where it listens, whatever its public address. */
  get port(): number {
    const [, port] = /^ +listens +\S+:(\d+)$/m.exec(this.#messages) ?? [];
    if (!port) throw new Error(`no port in the banner:\n${this.#messages}`);
    return Number(port);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** What it wrote to stderr: the banner, and whatever went wrong. */
  get messages(): string {
    return this.#messages;
  }

  /** What it wrote to stdout: the log. */
  get log(): string {
    return this.#output;
  }

  /** As a log collector that hangs. */
  stopReadingTheLog(): void {
    this.child.stdout?.pause();
  }

  get exited(): Promise<number> {
    return this.#exited;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it in order, and answers its exit code. */
  async stop(): Promise<number> {
    this.signal('SIGTERM');
    return this.#exited;
  }

  async dispose(): Promise<void> {
    this.signal('SIGKILL');
    await this.#exited;
    if (this.ownsFolder) await rm(this.folder, { recursive: true, force: true });
  }
}
