import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../../../../src/adapters/inbound/http/prompts/response-cache.ts';

/** The accounted overhead of an entry in bytes. */
const ENTRY_BYTES = 1024;
/** The largest body that is cached. */
const BODY_BYTES_MAX = 512 * 1024 - ENTRY_BYTES;

const responseOf = (bytes: number) => ({ body: Buffer.alloc(bytes) });

/** A cache with a manual clock. */
function aCache() {
  const clock = { ms: 0 };
  const cache = new ResponseCache(() => clock.ms);
  /** Only what is built again is kept. */
  function build(name: string, response: Parameters<typeof cache.set>[1]): void {
    cache.set(name, response);
    cache.set(name, response);
  }
  return { cache, build, clock };
}

describe('the response cache', () => {
  it('returns a response by its key', () => {
    const { cache, build } = aCache();
    const response = responseOf(10);
    build('a', response);

    expect(cache.get('a')).toBe(response);
    expect(cache.get('b')).toBeUndefined();
  });

  it('keeps a response from the second time on that it is built', () => {
    const { cache } = aCache();
    cache.set('a', responseOf(1));
    expect(cache.get('a')).toBeUndefined();

    const again = responseOf(2);
    cache.set('a', again);
    expect(cache.get('a')).toBe(again);

    const changed = responseOf(3);
    cache.set('a', changed);
    expect(cache.get('a')).toBe(changed);
  });

  it('evicts nothing for responses that are built once', () => {
    const { cache, build } = aCache();
    build('a', responseOf(10));
    for (let number = 1; number <= 100; number += 1) cache.set(String(number), responseOf(BODY_BYTES_MAX));

    expect(cache.get('a')).toBeDefined();
  });

  it('expires entries after five seconds', () => {
    const { cache, build, clock } = aCache();
    build('a', responseOf(10));

    clock.ms = 4999;
    expect(cache.get('a')).toBeDefined();
    clock.ms = 5000;
    expect(cache.get('a')).toBeUndefined();
  });

  it('holds 4 MiB, and then drops the older half', () => {
    const { cache, build } = aCache();
    for (let number = 1; number <= 8; number += 1) build(String(number), responseOf(BODY_BYTES_MAX));
    expect(cache.get('1')).toBeDefined();

    build('9', responseOf(BODY_BYTES_MAX));

    expect(cache.get('4')).toBeUndefined();
    expect(cache.get('5')).toBeDefined();
    expect(cache.get('9')).toBeDefined();
  });

  it('returns the newer response of a key in both halves', () => {
    const { cache, build } = aCache();
    build('a', responseOf(1));
    for (let number = 1; number <= 5; number += 1) build(String(number), responseOf(BODY_BYTES_MAX));
    const newer = responseOf(2);
    build('a', newer);

    expect(cache.get('a')).toBe(newer);
  });

  it('forgets a response that is replaced by one too large', () => {
    const { cache, build } = aCache();
    build('a', responseOf(1));
    build('a', responseOf(BODY_BYTES_MAX + 1));

    expect(cache.get('a')).toBeUndefined();
  });

  it('accounts for entries without a body', () => {
    const { cache, build } = aCache();
    for (let number = 0; number <= (4 * 1024 * 1024) / ENTRY_BYTES; number += 1) build(String(number), {});

    expect(cache.get('2047')).toBeUndefined();
    expect(cache.get('2048')).toBeDefined();
  });

  it('accounts for memory besides the body', () => {
    const { cache, build } = aCache();
    for (let number = 1; number <= 9; number += 1) build(String(number), { memoryBytes: BODY_BYTES_MAX });
    build('large', { memoryBytes: BODY_BYTES_MAX + 1 });

    expect(cache.get('4')).toBeUndefined();
    expect(cache.get('5')).toBeDefined();
    expect(cache.get('large')).toBeUndefined();
  });

  it('counts an overwritten entry once', () => {
    const { cache, build } = aCache();
    build('a', responseOf(BODY_BYTES_MAX));
    for (let count = 1; count <= 20; count += 1) build('b', responseOf(BODY_BYTES_MAX));

    expect(cache.get('a')).toBeDefined();
  });

  it('does not cache a large response', () => {
    const { cache, build } = aCache();
    build('a', responseOf(BODY_BYTES_MAX));
    build('large', responseOf(BODY_BYTES_MAX + 1));

    expect(cache.get('large')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
  });

  it('does not cache under a long key', () => {
    const { cache, build } = aCache();
    build('x'.repeat(400), responseOf(10));
    build('y'.repeat(401), responseOf(10));

    expect(cache.get('x'.repeat(400))).toBeDefined();
    expect(cache.get('y'.repeat(401))).toBeUndefined();
  });
});
