import { CLIENT_LIMITS } from '../../../src/domain/snapshots/snapshot.ts';

export interface LruLimits {
  readonly entries: number;
  readonly bytes: number;
}

/** A map that evicts the least recently used entries beyond its limits. */
export class LruMap<Value> {
  readonly #limits: LruLimits;
  /** The most recently used last. */
  readonly #slots = new Map<string, { readonly value: Value; readonly bytes: number }>();
  #bytes = 0;

  constructor(limits: LruLimits = CLIENT_LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Does not count as a use. */
  peek(key: string): Value | undefined {
    return this.#slots.get(key)?.value;
  }

  use(key: string): Value | undefined {
    const slot = this.#slots.get(key);
    if (!slot) return undefined;
    this.#slots.delete(key);
    this.#slots.set(key, slot);
    return slot.value;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#slots.size < this.#limits.entries && this.#bytes + bytes <= this.#limits.bytes;
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    this.#slots.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest] of this.#slots) {
      if (this.#slots.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break;
      // The value that was just set is used now, even if it is larger than everything else together.
      if (oldest !== key) this.delete(oldest);
    }
  }

  delete(key: string): boolean {
    this.#bytes -= this.#slots.get(key)?.bytes ?? 0;
    return this.#slots.delete(key);
  }

  *entries(): Iterable<readonly [string, Value]> {
    for (const [key, { value }] of this.#slots) yield [key, value];
  }
}
