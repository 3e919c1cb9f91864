import fc, { type Arbitrary } from 'fast-check';
import type { SeededRandom } from '../../seeded-random.ts';

/** fast-check starts with small values; later samples vary more. */
const SAMPLES = 5;

export function sample<Value>(random: SeededRandom, arbitrary: Arbitrary<Value>): Value {
  const values = fc.sample(arbitrary, { seed: random.nextInt(2 ** 31), numRuns: SAMPLES });
  return random.pick(values);
}
