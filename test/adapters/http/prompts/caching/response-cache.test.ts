import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../../../../src/adapters/inbound/api/prompts/response-cache.ts';

/** The accounted overhead of an entry in bytes. */
const ENTRY_BYTES = 1024;
/** The largest body that is cached. */
const BODY_BYTES_MAX = 512 * 1024 - ENTRY_BYTES;

const responseOf = (bytes: number) => ({ body: Buffer.alloc(bytes) });

/** A cache with a manual clock. */
function aCache() {
  const clock = { ms: 0 };
  const cache = new ResponseCache(() => clock.ms);
  return { cache, clock };
}

describe('the response cache', () => {
  it('returns the newest response of a key', () => {
    const { cache } = aCache();
    const [older, newer] = [responseOf(1), responseOf(2)];

    cache.set('a', older);
    expect(cache.get('a')).toBe(older);
    cache.set('a', newer);
    expect(cache.get('a')).toBe(newer);
    expect(cache.get('b')).toBeUndefined();
  });

  it('expires entries after five seconds', () => {
    const { cache, clock } = aCache();
    cache.set('a', responseOf(10));

    clock.ms = 4999;
    expect(cache.get('a')).toBeDefined();
    clock.ms = 5000;
    expect(cache.get('a')).toBeUndefined();
  });

  it('holds 4 MiB, and then drops the older half', () => {
    const { cache } = aCache();
    for (let number = 1; number <= 8; number += 1) cache.set(String(number), responseOf(BODY_BYTES_MAX));
    expect(cache.get('1')).toBeDefined();

    cache.set('9', responseOf(BODY_BYTES_MAX));

    expect(cache.get('4')).toBeUndefined();
    expect(cache.get('5')).toBeDefined();
    expect(cache.get('9')).toBeDefined();
  });

  it('returns the newer response of a key in both halves', () => {
    const { cache } = aCache();
    cache.set('a', responseOf(1));
    for (let number = 1; number <= 5; number += 1) cache.set(String(number), responseOf(BODY_BYTES_MAX));
    const newer = responseOf(2);
    cache.set('a', newer);

    expect(cache.get('a')).toBe(newer);
  });

  it('accounts for entries without a body', () => {
    const { cache } = aCache();
    for (let number = 0; number <= (4 * 1024 * 1024) / ENTRY_BYTES; number += 1) cache.set(String(number), {});

    expect(cache.get('2047')).toBeUndefined();
    expect(cache.get('2048')).toBeDefined();
  });

  it('accounts for memory besides the body', () => {
    const { cache } = aCache();
    for (let number = 1; number <= 9; number += 1) cache.set(String(number), { memoryBytes: BODY_BYTES_MAX });
    cache.set('large', { memoryBytes: BODY_BYTES_MAX + 1 });

    expect(cache.get('4')).toBeUndefined();
    expect(cache.get('5')).toBeDefined();
    expect(cache.get('large')).toBeUndefined();
  });

  it('counts an overwritten entry once', () => {
    const { cache } = aCache();
    cache.set('a', responseOf(BODY_BYTES_MAX));
    for (let count = 1; count <= 20; count += 1) cache.set('b', responseOf(BODY_BYTES_MAX));

    expect(cache.get('a')).toBeDefined();
  });

  it('does not cache a large response, and evicts the one that it replaces', () => {
    const { cache } = aCache();
    cache.set('a', responseOf(BODY_BYTES_MAX));
    cache.set('b', responseOf(1));
    cache.set('b', responseOf(BODY_BYTES_MAX + 1));

    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
  });

  it('does not cache under a long key', () => {
    const { cache } = aCache();
    cache.set('x'.repeat(400), responseOf(10));
    cache.set('y'.repeat(401), responseOf(10));

    expect(cache.get('x'.repeat(400))).toBeDefined();
    expect(cache.get('y'.repeat(401))).toBeUndefined();
  });
});
