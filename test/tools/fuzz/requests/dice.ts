import fc, { type Arbitrary } from 'fast-check';
import { invariant } from '../../../../src/domain/invariant.ts';

/** Fast-check begins with small values; the later of a few are more varied. */
const DRAWS = 5;

/** Chance that can be repeated: the same seed throws the same numbers. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Of one request of a run. Neighbours have nothing in common. */
  static of(seed: number, number: number): Dice {
    const dice = new Dice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
    dice.#next();
    return dice;
  }

  /** From 0 up to, and not including, the number of sides. */
  roll(sides: number): number {
    return Math.floor(this.#next() * sides);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    invariant(values.length > 0, 'there is something to pick from');
    return values[this.roll(values.length)] as Value;
  }

  draw<Value>(arbitrary: Arbitrary<Value>): Value {
    const values = fc.sample(arbitrary, { seed: this.roll(2 ** 31), numRuns: DRAWS });
    return this.pick(values);
  }

  /** Mulberry32: small, and good enough to look for trouble with. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
