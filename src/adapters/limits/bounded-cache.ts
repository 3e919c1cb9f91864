/**
 * A cache whose entries have at most this size together.
 *
 * There are two generations. When the newer one has taken half of the size, it replaces the older one, whose entries are
 * dropped together. Evicting the oldest entry of a single Map is slow: its iterator first skips all deleted entries.
 */
export class BoundedCache<Value> {
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();
  /** The size of the newer entries. */
  #size = 0;

  constructor(
    private readonly sizeMax: number,
    private readonly sizeOf: (value: Value) => number = () => 1,
  ) {}

  get(name: string): Value | undefined {
    return this.#newer.get(name) ?? this.#older.get(name);
  }

  set(name: string, value: Value): void {
    const size = this.sizeOf(value);
    this.#size += size - this.#sizeOfNewer(name);
    if (this.#size > this.sizeMax / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#size = size;
    }
    this.#newer.set(name, value);
  }

  delete(name: string): void {
    this.#size -= this.#sizeOfNewer(name);
    this.#newer.delete(name);
    this.#older.delete(name);
  }

  #sizeOfNewer(name: string): number {
    const value = this.#newer.get(name);
    return value === undefined ? 0 : this.sizeOf(value);
  }
}
