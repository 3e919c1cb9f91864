/**
 * Lets steps of heavy work take turns, one in each iteration of the event loop. A step may run from its beginning to its
 * end without a pause: without turns, all those that wait would block every other request until the last of them is done.
 */
export class TurnQueue {
  readonly #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#giveTurn);
    });
  }

  readonly #giveTurn = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#giveTurn);
  };
}
