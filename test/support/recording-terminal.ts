import type { Terminal } from '../../src/adapters/inbound/cli/terminal/terminal.ts';

/** Records everything that commands write. It is not interactive, so asking a question fails. */
export class RecordingTerminal implements Terminal {
  readonly interactive = false;
  readonly printsToScreen = false;
  constructor(private readonly input = '') {}

  readonly #printed: string[] = [];
  readonly #reported: string[] = [];

  print(text: string): void {
    this.#printed.push(text);
  }

  report(text: string): void {
    this.#reported.push(text);
  }

  progress(): void {}

  /** The lines for stdout. */
  get printed(): string {
    return this.#printed.join('\n');
  }

  /** The lines for stderr. */
  get reported(): string {
    return this.#reported.join('\n');
  }

  ask = rejectQuestion;
  askSecret = rejectQuestion;

  async readInput(): Promise<string> {
    return this.input.replace(/\r?\n$/, '');
  }
}

async function rejectQuestion(): Promise<never> {
  throw new Error('this terminal is not interactive');
}
