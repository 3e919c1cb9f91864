/** Runs tasks in the background, a few at a time, so that many changes together do not become many requests together. */
export class BackgroundQueue {
  readonly #concurrency: number;
  readonly #waiting = new Map<string, () => Promise<unknown>>();
  readonly #running = new Set<string>();
  #idle: (() => void)[] = [];

  constructor(concurrency = 8) {
    this.#concurrency = concurrency;
  }

  /** Tasks must not reject. A task whose key is waiting already is not added again. */
  add(key: string, task: () => Promise<unknown>): void {
    if (!this.#waiting.has(key)) this.#waiting.set(key, task);
    this.#runNext();
  }

  clear(): void {
    this.#waiting.clear();
    this.#notifyIdle();
  }

  /** Resolves when nothing is waiting or running. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#notifyIdle();
    });
  }

  #runNext(): void {
    for (const [key, task] of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      this.#running.add(key);
      void task().finally(() => {
        this.#running.delete(key);
        this.#runNext();
        this.#notifyIdle();
      });
    }
  }

  #notifyIdle(): void {
    if (this.#waiting.size > 0 || this.#running.size > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
