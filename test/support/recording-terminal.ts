import type { Terminal } from '../../src/adapters/inbound/cli/terminal/terminal.ts';

/** Remembers what was shown. Nobody sits in front of it. */
export class RecordingTerminal implements Terminal {
  readonly interactive = false;
  readonly #printed: string[] = [];
  readonly #told: string[] = [];

  print(text: string): void {
    this.#printed.push(text);
  }

  tell(text: string): void {
    this.#told.push(text);
  }

  progress(): void {}

  /** What went to stdout. */
  get printed(): string {
    return this.#printed.join('\n');
  }

  /** What went to stderr. */
  get told(): string {
    return this.#told.join('\n');
  }

  ask = nobody;
  askSecret = nobody;
  readInput = nobody;
}

async function nobody(): Promise<never> {
  throw new Error('there is nobody to ask');
}
