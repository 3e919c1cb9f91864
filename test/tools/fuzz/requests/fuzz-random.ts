import fc, { type Arbitrary } from 'fast-check';
import { invariant } from '../../../../src/domain/invariant.ts';

/** fast-check starts with small values; later samples vary more. */
const SAMPLES = 5;

/** A seeded random source: the same seed yields the same numbers. */
export class FuzzRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The random source of one request. Consecutive requests get unrelated numbers. */
  static forRequest(seed: number, number: number): FuzzRandom {
    const random = new FuzzRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
    random.#next();
    return random;
  }

  /** An integer from 0 up to, but not including, the bound. */
  nextInt(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    invariant(values.length > 0, 'the list to pick from is not empty');
    return values[this.nextInt(values.length)] as Value;
  }

  sample<Value>(arbitrary: Arbitrary<Value>): Value {
    const values = fc.sample(arbitrary, { seed: this.nextInt(2 ** 31), numRuns: SAMPLES });
    return this.pick(values);
  }

  /** Mulberry32: small, and random enough for fuzzing. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
