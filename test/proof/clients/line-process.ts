import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';

interface ProcessOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What a program prints as one line of JSON. */
export type PrintedLine = Readonly<Record<string, unknown>>;

/** A program that prints lines of JSON, and may read lines from its standard input. Killed when the test finishes. */
export class LineProcess {
  readonly lines: PrintedLine[] = [];
  readonly exited: Promise<number | null>;
  #errors = '';

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    createInterface({ input: child.stdout }).on('line', (line) => this.lines.push(JSON.parse(line)));
    child.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    this.exited = once(child, 'close').then(([code]) => code);
  }

  static start(command: string, args: readonly string[], { folder, environment }: ProcessOptions): LineProcess {
    const child = spawn(command, args, { cwd: folder, env: { PATH: process.env['PATH'], ...environment } });
    child.stdin.on('error', () => {});
    onTestFinished(() => void child.kill('SIGKILL'));
    return new LineProcess(child);
  }

  /** What it printed on stderr. */
  get errors(): string {
    return this.#errors;
  }

  send(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** Waits for a line with these fields that was printed after the first `from` lines. */
  async waitFor(fields: PrintedLine, from = 0): Promise<PrintedLine> {
    const find = () =>
      this.lines.slice(from).find((line) => Object.entries(fields).every(([key, value]) => line[key] === value));
    await expect
      .poll(() => find() ?? { lines: this.lines, errors: this.#errors }, { timeout: 60_000 })
      .toMatchObject(fields);
    return find() ?? {};
  }

  /** Sends a line and waits for the next line of that kind. */
  async ask(line: string, kind: string): Promise<PrintedLine> {
    const from = this.lines.length;
    this.send(line);
    return this.waitFor({ kind }, from);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends its standard input, and returns the exit code. */
  endInput(): Promise<number | null> {
    this.child.stdin.end();
    return this.exited;
  }
}
