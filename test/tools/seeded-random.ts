import { hash } from 'node:crypto';

/** A deterministic random source: the same seed parts give the same sequence on every machine. */
export class SeededRandom {
  private state: number;

  constructor(...seedParts: readonly (string | number)[]) {
    this.state = Number.parseInt(hash('sha256', seedParts.join('/')).slice(0, 8), 16);
  }

  /** At least 0 and less than 1. The generator is mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to, but not including, the bound. */
  nextInt(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Both ends are included. */
  between(min: number, max: number): number {
    return min + this.nextInt(max - min + 1);
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('cannot pick from an empty list');
    return items[this.nextInt(items.length)] as Item;
  }

  /** Picks a name with a probability in proportion to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(weights) as Name[];
    let remaining = this.next() * names.reduce((sum, name) => sum + weights[name], 0);
    for (const name of names) {
      remaining -= weights[name];
      if (remaining < 0) return name;
    }
    return this.pick(names);
  }
}
