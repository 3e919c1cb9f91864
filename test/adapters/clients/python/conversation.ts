import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** A program that prints a line for each line that it gets. */
export class Conversation {
  readonly #lines: AsyncIterator<string>;
  readonly #child;
  #errors = '';

  constructor(command: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
    const variables = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...env };
    this.#child = spawn(command, args, { cwd, env: variables, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  async read(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the program ended:\n${this.#errors}`);
    return value;
  }

  ask(question: unknown): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    return this.read().then((line) => JSON.parse(line));
  }

  /** Returns the exit code. */
  async end(signal?: NodeJS.Signals): Promise<number> {
    const closed = once(this.#child, 'close');
    if (signal) this.#child.kill(signal);
    this.#child.stdin.end();
    const [code] = await closed;
    return code;
  }
}
