import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROGRAM } from '../../support/service/service-process.ts';

const RESULT_FILE = 'result';

export interface SessionEnd {
  readonly code: number;
  /** Everything that was to be seen, with what was typed if it was echoed. */
  readonly screen: string;
  /** What the program wrote to stdout, which is not the terminal here. */
  readonly stdout: string;
}

/** The program on a terminal of its own, with somebody at the keyboard. */
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

  static open(words: readonly string[], folder: string): TerminalSession {
    const command = [process.execPath, PROGRAM, ...words].map((word) => `'${word}'`).join(' ');
    // `script` makes a terminal that does not echo unless its own input is one; people's terminals do.
    const session = `stty echo && exec ${command} >${RESULT_FILE}`;
    const env = { PATH: process.env['PATH'] };
    return new TerminalSession(spawn('script', ['-qec', session, '/dev/null'], { cwd: folder, env }), folder);
  }

  /** Types once the text is to be seen. */
  async answer(question: string, keys: string): Promise<void> {
    const seen = new Promise<void>((resolve) => {
      const look = () => this.#screen.includes(question) && resolve();
      this.child.stdout.on('data', look);
      look();
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
