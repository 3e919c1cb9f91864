import type { KeySource } from '../options/key-source.ts';

/** The key in use. It is requested once, and again only after the service has rejected it. */
export class KeyHolder {
  readonly #source: KeySource;
  #current: Promise<string> | undefined;

  constructor(source: KeySource) {
    this.#source = source;
  }

  current(): Promise<string> {
    this.#current ??= this.#request();
    return this.#current;
  }

  /** Another key than the rejected one, if there is one by now. Concurrent rejections of a key request it once. */
  async replace(rejected: string): Promise<string | undefined> {
    const before = this.#current;
    if (before && (await before) === rejected && this.#current === before) this.#current = this.#request();
    try {
      const key = await this.current();
      return key === rejected ? undefined : key;
    } catch {
      // Without another key, the rejection is what the application must know about.
      return undefined;
    }
  }

  #request(): Promise<string> {
    const requested = this.#source();
    requested.catch(() => {
      if (this.#current === requested) this.#current = undefined;
    });
    return requested;
  }
}
