/** Several events of one change arrive within this time. */
const DELAY_MS = 250;

/** Announces changes, those that happen shortly after each other as one. */
export class Announcer {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly announce: () => void) {}

  change(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.announce();
    }, DELAY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
