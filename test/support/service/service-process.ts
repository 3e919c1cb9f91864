import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

/** The program that `npm run build` creates. */
export const PROGRAM = join(import.meta.dirname, '../../../dist/main.js');

/** The environment of every started program: of this process's own, only PATH. Compiled code is shared. */
export const PROGRAM_ENVIRONMENT = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/prompthold-tests'),
};

/** Tests sign up more often than one address may by default. */
const UNLIMITED_SIGN_UPS = { PROMPTHOLD_ACCOUNTS_SIGNUPS_PER_HOUR: '1000000' };

export interface ServiceOptions {
  /** PROMPTHOLD_* settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The working directory, which contains `data/`; a temporary one by default. */
  readonly folder?: string;
  /** Path of another `prompthold` program. */
  readonly command?: string;
  /** Options of `serve`. */
  readonly args?: readonly string[];
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

  /** Resolves when the banner reports that the service is ready; rejects with its output if it exits first. */
  static async start(options: ServiceOptions = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.launch(options);
    const ready = new Promise<void>((resolve) => {
      service.child.stderr?.on('data', () => /^ready in \d+ ms$/m.test(service.#messages) && resolve());
    });
    const exited = service.#exited.then((code) => {
      throw new Error(`the service exited with ${code}:\n${service.#messages}`);
    });
    await Promise.race([ready, exited]);
    exited.catch(() => {});
    return service;
  }

  /** Does not wait for readiness, for starts that are expected to fail. */
  static async launch({
    settings = {},
    folder,
    command = PROGRAM,
    args = [],
  }: ServiceOptions = {}): Promise<ServiceProcess> {
    const cwd = folder ?? (await temporaryFolder());
    const env = { ...PROGRAM_ENVIRONMENT, PROMPTHOLD_HTTP_PORT: '0', ...UNLIMITED_SIGN_UPS, ...settings };
    const child = spawn(process.execPath, [command, 'serve', ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return new ServiceProcess(child, cwd, folder === undefined);
  }

  /** The base URL, as printed in the banner. */
  get url(): string {
    const [, url] = /^ +API +(\S+)\/api$/m.exec(this.#messages) ?? [];
    if (!url) throw new Error(`no address in the banner:\n${this.#messages}`);
    return url;
  }

  /** The port it listens on, independent of the public URL. */
  get port(): number {
    const [, port] = /^ +listens +\S+:(\d+)$/m.exec(this.#messages) ?? [];
    if (!port) throw new Error(`no port in the banner:\n${this.#messages}`);
    return Number(port);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** The output on stderr: the banner and errors. */
  get messages(): string {
    return this.#messages;
  }

  /** The output on stdout: the log. */
  get log(): string {
    return this.#output;
  }

  /** Simulates a log collector that hangs. */
  stopReadingTheLog(): void {
    this.child.stdout?.pause();
  }

  get exited(): Promise<number> {
    return this.#exited;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Stops it gracefully, and returns its exit code. */
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
