import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../../src/domain/invariant.ts';
import { processStatus } from '../../support/service/process-status.ts';
import { PROGRAM } from '../../support/service/service-process.ts';
import { type CorePlan, onServerCore, unpin } from './cores.ts';
import { cpuTimeUs } from './cpu-time.ts';
import type { LoadResponse } from './load/http-connection.ts';
import { TYPESCRIPT } from './typescript.ts';

const BASELINE = join(import.meta.dirname, 'baseline/baseline-main.ts');
const BARE = join(import.meta.dirname, 'baseline/bare-main.ts');
/**
 * Preloaded, because /proc would tell the CPU time only in hundredths of a second. No file: compiling one would take
 * memory. Threads of the program load it too, and have no channel.
 */
const REPORTING = [
  '--import',
  "data:text/javascript,process.on('message', (message) => message === 'cpu' && process.send?.(process.cpuUsage())); process.channel?.unref();",
];

/** The working folder, storage and cores of a measured program. */
export interface Target {
  readonly folder: string;
  readonly storageUrl: string;
  readonly cores: CorePlan | undefined;
  /** The setting `http.workers`. */
  readonly workers?: number;
  /** The built service; that of this checkout by default. */
  readonly program?: string | undefined;
}

export const keyringFileIn = (folder: string): string => join(folder, 'keyring.json');

export const serviceEnvironment = ({ folder, storageUrl, workers = 1 }: Target): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  PROMPTHOLD_HTTP_PORT: '0',
  PROMPTHOLD_STORAGE_URL: storageUrl,
  PROMPTHOLD_KEYRING_FILE: keyringFileIn(folder),
  PROMPTHOLD_HTTP_WORKERS: String(workers),
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
  PROMPTHOLD_ACCOUNTS_SIGNUPS_PER_HOUR: '1000000',
});

/** A server whose CPU time is measured: the service or the baseline. */
export class MeasuredProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly cores: CorePlan | undefined,
  ) {}

  /** As in production: log level info, written to a file. */
  static startService(target: Target, nodeOptions: readonly string[] = []): Promise<MeasuredProcess> {
    return MeasuredProcess.start(target, [...nodeOptions, target.program ?? PROGRAM, 'serve'], 'service.log');
  }

  static startBaseline(target: Target): Promise<MeasuredProcess> {
    const args = [...TYPESCRIPT, BASELINE, target.storageUrl, keyringFileIn(target.folder)];
    return MeasuredProcess.start(target, args, 'baseline.log');
  }

  /** A server that sends only the response given to `respondWith`. */
  static startBare(target: Target, framework: 'koa' | 'http'): Promise<MeasuredProcess> {
    return MeasuredProcess.start(target, [...TYPESCRIPT, BARE, framework], `${framework}.log`);
  }

  private static async start(target: Target, args: readonly string[], log: string): Promise<MeasuredProcess> {
    const [program, ...programArgs] = onServerCore(target.cores, [process.execPath, ...REPORTING, ...args]);
    const child = spawn(program, programArgs, {
      cwd: target.folder,
      env: serviceEnvironment(target),
      stdio: ['ignore', openSync(join(target.folder, log), 'a'), 'pipe', 'ipc'],
    });
    const port = await readPort(child);
    return new MeasuredProcess(child, port, target.cores);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    invariant(this.child.pid !== undefined, 'the process was started');
    return this.child.pid;
  }

  respondWith(response: LoadResponse): void {
    this.child.send(response);
  }

  cpuTimeUs(): Promise<number> {
    return cpuTimeUs(this.child);
  }

  /** Only where the kernel reports it. */
  get residentMib(): number {
    return processStatus(this.child.pid).residentMib;
  }

  useAllCores(): void {
    if (this.cores && this.child.pid !== undefined) unpin(this.cores, this.child.pid);
  }

  /** Shuts down gracefully, so that a requested profile is written. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

function readPort(child: ChildProcess): Promise<number> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, port] = /^ +API +http:\/\/127\.0\.0\.1:(\d+)\/api$/m.exec(output) ?? [];
      if (port !== undefined && /^ready in \d+ ms$/m.test(output)) resolve(Number(port));
    });
    // Prints later errors, such as a failing request of the baseline.
    child.stderr?.on(
      'data',
      (text: string) => /^ready in/m.test(output) && /error/i.test(text) && process.stderr.write(text),
    );
    child.once('exit', (code) => reject(new Error(`a server exited with ${code} before it was ready:\n${output}`)));
  });
}
