import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../../support/service/service-process.ts';
import { type CorePlan, freeOfItsCore, onServerCore } from './cores.ts';
import { cpuTimeUs, kernelTellsCpu } from './cpu-time.ts';
import { TYPESCRIPT } from './typescript.ts';

const BASELINE = join(import.meta.dirname, 'baseline/baseline-main.ts');
const CPU_REPORTER = join(import.meta.dirname, 'report-cpu.ts');

/** Where a measured program works, and what it works on. */
export interface Place {
  readonly folder: string;
  readonly storageUrl: string;
  readonly cores: CorePlan | undefined;
}

export const keyringFileIn = (folder: string): string => join(folder, 'keyring.json');

export const serviceEnvironment = ({ folder, storageUrl }: Place): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  PROMPTHOLD_HTTP_PORT: '0',
  PROMPTHOLD_STORAGE_URL: storageUrl,
  PROMPTHOLD_KEYRING_FILE: keyringFileIn(folder),
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
});

/** A server whose costs are counted: the service, or what it is compared with. */
export class MeasuredProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly cores: CorePlan | undefined,
  ) {}

  /** As an operator runs it: the log at level info, into a file. */
  static startService(place: Place, nodeOptions: readonly string[] = []): Promise<MeasuredProcess> {
    const reporter = kernelTellsCpu ? [] : [...TYPESCRIPT, '--import', CPU_REPORTER];
    return MeasuredProcess.start(place, [...reporter, ...nodeOptions, PROGRAM, 'serve'], 'service.log');
  }

  static startBaseline(place: Place): Promise<MeasuredProcess> {
    const reporter = kernelTellsCpu ? [] : ['--import', CPU_REPORTER];
    const words = [...TYPESCRIPT, ...reporter, BASELINE, place.storageUrl, keyringFileIn(place.folder)];
    return MeasuredProcess.start(place, words, 'baseline.log');
  }

  private static async start(place: Place, words: readonly string[], log: string): Promise<MeasuredProcess> {
    const [program, ...args] = onServerCore(place.cores, [process.execPath, ...words]);
    const child = spawn(program, args, {
      cwd: place.folder,
      env: serviceEnvironment(place),
      stdio: ['ignore', openSync(join(place.folder, log), 'a'), 'pipe', ...(kernelTellsCpu ? [] : ['ipc' as const])],
    });
    const port = await portInBanner(child);
    return new MeasuredProcess(child, port, place.cores);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  cpuTimeUs(): Promise<number> {
    return cpuTimeUs(this.child);
  }

  leaveItsCore(): void {
    if (this.cores && this.child.pid !== undefined) freeOfItsCore(this.cores, this.child.pid);
  }

  /** In order, so that a profile is written where one was asked for. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

function portInBanner(child: ChildProcess): Promise<number> {
  let told = '';
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      const [, port] = /^ +API +http:\/\/127\.0\.0\.1:(\d+)\/api$/m.exec(told) ?? [];
      if (port !== undefined && /^ready in \d+ ms$/m.test(told)) resolve(Number(port));
    });
    // What goes wrong later: a failing request of the baseline, say.
    child.stderr?.on(
      'data',
      (text: string) => /^ready in/m.test(told) && /error/i.test(text) && process.stderr.write(text),
    );
    child.once('exit', (code) => reject(new Error(`a server ended with ${code} before it was ready:\n${told}`)));
  });
}
