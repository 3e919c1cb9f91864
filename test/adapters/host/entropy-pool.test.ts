import { describe, expect, it, vi } from 'vitest';
import { EntropyPool } from '../../../src/adapters/outbound/host/entropy-pool.ts';

/** Every byte is different from the 255 before it. */
function countingSource() {
  let next = 0;
  return vi.fn((count: number) => Uint8Array.from({ length: count }, () => next++ % 256));
}

describe('a pool of random bytes', () => {
  it('gives out each byte of the system once, in order', () => {
    const pool = new EntropyPool(countingSource());
    const taken = Array.from({ length: 20 }, () => [...pool.bytes(10)]).flat();
    expect(taken).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  it('asks the system once for many', () => {
    const source = countingSource();
    const pool = new EntropyPool(source);
    for (let call = 0; call < 100; call += 1) expect(pool.bytes(40)).toHaveLength(40);
    expect(source.mock.calls).toEqual([[4096]]);
    pool.bytes(100);
    expect(source.mock.calls).toEqual([[4096], [4096]]);
  });

  it('keeps none of what it gave out, and cannot be changed by its callers', () => {
    const pool = new EntropyPool(countingSource());
    const first = pool.bytes(16);
    first.fill(7);
    expect([...pool.bytes(4)]).toEqual([16, 17, 18, 19]);
    const kept: Record<string, number> = JSON.parse(JSON.stringify(pool)).pool;
    expect(Object.values(kept).slice(0, 21)).toEqual([...new Array(20).fill(0), 20]);
  });

  it('passes on what is larger than the pool', () => {
    expect(new EntropyPool(countingSource()).bytes(5000)).toHaveLength(5000);
  });
});
