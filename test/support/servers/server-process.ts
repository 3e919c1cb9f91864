import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { freezeTree, hasEnded, send, thawTree } from './process-tree.ts';
import type { User } from './unprivileged-user.ts';
import { settlesWithin, waitUntil } from './wait-until.ts';

const OUTPUT_LENGTH_MAX = 64 * 1024;
/** Generous, because two cores may be busy with tests. Nobody waits this long unless something is broken. */
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const ASK_AGAIN_MS = 500;
const LAST_OUTPUT_TIMEOUT_MS = 10_000;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly user: User | undefined;
}

/** The process ended although it should have gone on. Its output says why. */
export class ExitedEarly extends Error {
  override readonly name = 'ExitedEarly';
  readonly output: string;

  constructor(program: string, reason: string, output: string) {
    super(`${program} ended early (${reason}):\n${output}`);
    this.output = output;
  }
}

/** One run of a program, from its start to its end. */
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
      // English messages and byte order, whatever the developer speaks.
      env: { ...process.env, LC_ALL: 'C' },
      // In a session of its own, so that Ctrl-C ends the test run first and the run ends its servers.
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

  /** Undefined when the program could not even be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The last part of what it wrote so far. */
  get output(): string {
    return this.#output;
  }

  /** For a program that does its work and ends by itself. */
  async finish(): Promise<void> {
    const reason = await this.ended;
    if (this.#child.exitCode !== 0) throw await this.#endedEarly(reason);
  }

  async ready(answers: () => Promise<boolean>): Promise<void> {
    const polling = new AbortController();
    const what = `${this.#program} answers`;
    try {
      await Promise.race([
        waitUntil(answers, { what, timeoutMs: READY_TIMEOUT_MS, signal: polling.signal }),
        this.ended.then(async (reason) => {
          throw await this.#endedEarly(reason);
        }),
      ]);
    } finally {
      polling.abort();
    }
  }

  /** Asks it to end, and kills it when it does not in time. */
  async stop(signal: NodeJS.Signals, timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    if (this.#hasEnded()) return;
    this.resume();
    // More than once, because Redis forgets the request when it comes while a replica writes its first file.
    for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += ASK_AGAIN_MS) {
      this.#child.kill(signal);
      if (await settlesWithin(ASK_AGAIN_MS, this.ended)) return;
    }
    await this.kill();
  }

  /** As if the power had failed: nothing is written any more, by the process or by any of its children. */
  async kill(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || this.#hasEnded()) return;
    const children = freezeTree(pid);
    for (const each of [pid, ...children]) send(each, 'SIGKILL');
    await this.ended;
    // Postgres does not start on shared memory that a child of its predecessor still holds.
    const what = `the children of ${this.#program} have ended`;
    await waitUntil(() => children.every(hasEnded), { what, timeoutMs: STOP_TIMEOUT_MS });
  }

  /** Connections stay open, and nothing answers: what a hanging server looks like to its clients. */
  pause(): void {
    if (this.#child.pid !== undefined && !this.#hasEnded()) freezeTree(this.#child.pid);
  }

  resume(): void {
    if (this.#child.pid !== undefined && !this.#hasEnded()) thawTree(this.#child.pid);
  }

  #hasEnded(): boolean {
    return this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #endedEarly(reason: string): Promise<ExitedEarly> {
    // The last words may arrive after the news of the end. A grandchild could keep the stream open, hence the limit.
    await settlesWithin(LAST_OUTPUT_TIMEOUT_MS, this.#outputClosed);
    return new ExitedEarly(this.#program, reason, this.#output);
  }
}
