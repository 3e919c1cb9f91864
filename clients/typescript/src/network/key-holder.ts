import type { KeySource } from '../options/key-source.ts';

/** The key in use. It is requested once, and again only after the service has rejected it. */
export class KeyHolder {
  readonly #source: KeySource;
  readonly #onReject: (key: string) => void;
  readonly #rejected = new Set<string>();
  #rejections = 0;
  #current: Promise<string> | undefined;

  constructor(source: KeySource, onReject: (key: string) => void = () => {}) {
    this.#source = source;
    this.#onReject = onReject;
  }

  /** Rises with every key that the service rejects: a response to an earlier request may belong to a dead key. */
  get rejections(): number {
    return this.#rejections;
  }

  current(): Promise<string> {
    this.#current ??= this.#request();
    return this.#current;
  }

  /** The current key, unless it is rejected or cannot be read. Never rejects. */
  async usable(): Promise<string | undefined> {
    const key = await this.current().catch(() => undefined);
    return key === undefined || this.#rejected.has(key) ? undefined : key;
  }

  /** The service does not accept this key. */
  reject(key: string): void {
    if (this.#rejected.has(key)) return;
    this.#rejected.add(key);
    this.#rejections += 1;
    this.#onReject(key);
  }

  /** The service accepts this key, in a request that began after so many rejections. */
  accept(key: string, rejections: number): void {
    if (rejections === this.#rejections) this.#rejected.delete(key);
  }

  /** Another key than the rejected one, if there is one by now. Concurrent rejections of a key request it once. */
  async replace(rejected: string): Promise<string | undefined> {
    const before = this.#current;
    if (before && (await before) === rejected && this.#current === before) this.#current = this.#request();
    try {
      const key = await this.current();
      return key === rejected ? undefined : key;
    } catch {
      // If there is no other key, the application must know about the rejection.
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
