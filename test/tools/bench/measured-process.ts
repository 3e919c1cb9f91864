import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../../src/domain/invariant.ts';
import { childrenOf } from '../../support/servers/process-tree.ts';
import { processStatus } from '../../support/service/process-status.ts';
import { PROGRAM } from '../../support/service/service-process.ts';
import { type CorePlan, onServerCore, unpin } from './cores.ts';
import { TYPESCRIPT } from './typescript.ts';

const BASELINE = join(import.meta.dirname, 'baseline/baseline-main.ts');

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

export const serviceEnvironment = ({ folder, storageUrl, workers = 1 }: Target) => ({
  PATH: process.env['PATH'] ?? '',
  PROMPTHOLD_HTTP_PORT: '0',
  PROMPTHOLD_STORAGE_URL: storageUrl,
  PROMPTHOLD_KEYRING_FILE: keyringFileIn(folder),
  PROMPTHOLD_HTTP_WORKERS: String(workers),
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
  PROMPTHOLD_ACCOUNTS_SIGNUPS_PER_HOUR: '1000000',
});

/** A server whose CPU time is measured: the service or the baseline. Needs Linux. */
export class MeasuredProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly cores: CorePlan | undefined,
  ) {}

  /** As in production: log level info, written to a file. */
  static startService(target: Target): Promise<MeasuredProcess> {
    return MeasuredProcess.start(target, [target.program ?? PROGRAM, 'serve'], 'service.log');
  }

  static startBaseline(target: Target): Promise<MeasuredProcess> {
    const args = [...TYPESCRIPT, BASELINE, target.storageUrl, keyringFileIn(target.folder)];
    return MeasuredProcess.start(target, args, 'baseline.log');
  }

  private static async start(target: Target, args: readonly string[], log: string): Promise<MeasuredProcess> {
    const [program, ...programArgs] = onServerCore(target.cores, [process.execPath, ...args]);
    const child = spawn(program, programArgs, {
      cwd: target.folder,
      env: serviceEnvironment(target),
      stdio: ['ignore', openSync(join(target.folder, log), 'a'), 'pipe'],
    });
    const port = await readPort(child);
    return new MeasuredProcess(child, port, target.cores);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The CPU time used so far by each process of the service, with all its threads. */
  cpuTimesUs(): ReadonlyMap<number, number> {
    return new Map([this.pid, ...childrenOf(this.pid)].map((pid) => [pid, cpuTimeUs(pid)]));
  }

  cpuTimeUs(): number {
    return [...this.cpuTimesUs().values()].reduce((sum, us) => sum + us, 0);
  }

  get residentMib(): number {
    return processStatus(this.pid).residentMib;
  }

  useAllCores(): void {
    if (this.cores) unpin(this.cores, this.pid);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  private get pid(): number {
    invariant(this.child.pid !== undefined, 'the process was started');
    return this.child.pid;
  }
}

/** Sums the threads: the kernel rounds the figure of the process to hundredths of a second. */
function cpuTimeUs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  return threads.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ', 1)[0]) / 1000, 0);
}

function readPort(child: ChildProcess): Promise<number> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Later errors are printed, such as a failing request of the baseline.
      if (/^ready in/m.test(output) && /error/i.test(text)) process.stderr.write(text);
      output += text;
      const [, port] = /^ +API +http:\/\/127\.0\.0\.1:(\d+)\/api$/m.exec(output) ?? [];
      if (port !== undefined && /^ready in \d+ ms$/m.test(output)) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`a server exited with ${code} before it was ready:\n${output}`)));
  });
}
