import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { freezeTree, hasEnded, send, thawTree } from './process-tree.ts';
import type { User } from './unprivileged-user.ts';
import { settlesWithin, waitUntil } from './wait-until.ts';

const OUTPUT_LENGTH_MAX = 64 * 1024;
/** Generous, because other tests may keep the CPU busy. Only a broken server takes this long. */
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const RESEND_SIGNAL_MS = 500;
const LAST_OUTPUT_TIMEOUT_MS = 10_000;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly user: User | undefined;
}

/** The process exited unexpectedly. Its output says why. */
export class ExitedEarly extends Error {
  override readonly name = 'ExitedEarly';
  readonly output: string;

  constructor(program: string, reason: string, output: string) {
    super(`${program} exited early (${reason}):\n${output}`);
    this.output = output;
  }
}

/** One run of a program, from start to exit. */
export class ServerProcess {
  /** Resolves with the reason. Never rejects. */
  readonly ended: Promise<string>;
  readonly #program: string;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #outputClosed: Promise<unknown>;
  #output = '';

  constructor({ program, args, folder, user }: Command) {
    this.#program = program;
    this.#child = spawn(program, args, {
      ...user,
      cwd: folder,
      // English messages and byte order, independent of the developer's locale.
      env: { ...process.env, LC_ALL: 'C' },
      // In its own session, so that Ctrl-C ends the test run first, and the run stops its servers.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-OUTPUT_LENGTH_MAX);
      });
    }
    this.#outputClosed = new Promise((resolve) => this.#child.once('close', resolve));
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
  }

  /** Undefined when the program could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The end of its output so far. */
  get output(): string {
    return this.#output;
  }

  /** Waits for a program that exits by itself. */
  async finish(): Promise<void> {
    const reason = await this.ended;
    if (this.#child.exitCode !== 0) throw await this.#exitedEarly(reason);
  }

  async waitUntilReady(isReady: () => Promise<boolean>): Promise<void> {
    const polling = new AbortController();
    const what = `${this.#program} is ready`;
    try {
      await Promise.race([
        waitUntil(isReady, { what, timeoutMs: READY_TIMEOUT_MS, signal: polling.signal }),
        this.ended.then(async (reason) => {
          throw await this.#exitedEarly(reason);
        }),
      ]);
    } finally {
      polling.abort();
    }
  }

  /** Stops it with a signal, and kills it if that takes too long. */
  async stop(signal: NodeJS.Signals, timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    if (this.#hasEnded()) return;
    this.resume();
    // Sent repeatedly, because Redis ignores the signal while a replica writes its first file.
    for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += RESEND_SIGNAL_MS) {
      this.#child.kill(signal);
      if (await settlesWithin(RESEND_SIGNAL_MS, this.ended)) return;
    }
    await this.kill();
  }

  /** Simulates a power failure: neither the process nor its children write anything afterwards. */
  async kill(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || this.#hasEnded()) return;
    const children = freezeTree(pid);
    for (const each of [pid, ...children]) send(each, 'SIGKILL');
    await this.ended;
    // Postgres does not start while a child of the previous server holds its shared memory.
    const what = `the children of ${this.#program} have ended`;
    await waitUntil(() => children.every(hasEnded), { what, timeoutMs: STOP_TIMEOUT_MS });
  }

  /** Simulates a hanging server: connections stay open without a response. */
  pause(): void {
    if (this.#child.pid !== undefined && !this.#hasEnded()) freezeTree(this.#child.pid);
  }

  resume(): void {
    if (this.#child.pid !== undefined && !this.#hasEnded()) thawTree(this.#child.pid);
  }

  #hasEnded(): boolean {
    return this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #exitedEarly(reason: string): Promise<ExitedEarly> {
    // The last output may arrive after the exit event. The timeout is for a grandchild that keeps the stream open.
    await settlesWithin(LAST_OUTPUT_TIMEOUT_MS, this.#outputClosed);
    return new ExitedEarly(this.#program, reason, this.#output);
  }
}
