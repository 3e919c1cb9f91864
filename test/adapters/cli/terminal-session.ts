import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROGRAM } from '../../support/service/service-process.ts';

const RESULT_FILE = 'result';

export interface SessionEnd {
  readonly code: number;
  /** Everything the terminal displayed, including echoed input. */
  readonly screen: string;
  /** The program's stdout, which is redirected to a file instead of the terminal. */
  readonly stdout: string;
}

/** Runs the program in a pseudo-terminal and types the user's input. */
export class TerminalSession {
  #screen = '';
  readonly #ended: Promise<number>;

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly folder: string,
  ) {
    child.stdout.setEncoding('utf8').on('data', (text) => (this.#screen += text));
    this.#ended = once(child, 'close').then(([code]) => code ?? -1);
  }

  static open(args: readonly string[], folder: string): TerminalSession {
    const command = [process.execPath, PROGRAM, ...args].map((argument) => `'${argument}'`).join(' ');
    // `script` turns echo off when its own stdin is not a terminal; a user's terminal has it on.
    const session = `stty echo && exec ${command} >${RESULT_FILE}`;
    const env = { PATH: process.env['PATH'] };
    return new TerminalSession(spawn('script', ['-qec', session, '/dev/null'], { cwd: folder, env }), folder);
  }

  /** Waits for the question on the screen, then types the keys. */
  async typeAfter(question: string, keys: string): Promise<void> {
    const seen = new Promise<void>((resolve) => {
      const check = () => this.#screen.includes(question) && resolve();
      this.child.stdout.on('data', check);
      check();
    });
    const ended = this.#ended.then((code) => {
      throw new Error(`ended with ${code} before it asked "${question}":\n${this.#screen}`);
    });
    await Promise.race([seen, ended]);
    ended.catch(() => {});
    this.child.stdin.write(keys);
  }

  async end(): Promise<SessionEnd> {
    const code = await this.#ended;
    return { code, screen: this.#screen, stdout: await readFile(join(this.folder, RESULT_FILE), 'utf8') };
  }
}
