import { describe, expect, it } from 'vitest';
import { LruMap } from '../../../../clients/typescript/src/lru-map.ts';
import { CLIENT_LIMITS } from '../../../../src/domain/snapshots/snapshot.ts';

describe('LruMap', () => {
  it('evicts the least recently used entry beyond 1,000', () => {
    const map = new LruMap<number>();
    for (let index = 0; index < 1000; index += 1) map.set(`k${index}`, index, 1);
    map.use('k0');
    map.peek('k1');

    map.set('k1000', 1000, 1);

    expect([map.peek('k0'), map.peek('k1'), map.peek('k1000'), map.size]).toEqual([0, undefined, 1000, 1000]);
  });

  it('evicts entries beyond 32 MiB, but never the newest', () => {
    const map = new LruMap<string>();
    map.set('a', 'a', CLIENT_LIMITS.bytes / 2);
    map.set('b', 'b', CLIENT_LIMITS.bytes / 2);
    expect(map.size).toBe(2);

    map.set('c', 'c', 1);
    expect([...map.entries()].map(([key]) => key)).toEqual(['b', 'c']);
    map.set('d', 'd', CLIENT_LIMITS.bytes + 1);

    expect([...map.entries()]).toEqual([['d', 'd']]);
    map.set('d', 'd', 1);
    expect(map.hasRoomFor(CLIENT_LIMITS.bytes - 1)).toBe(true);
    expect(map.hasRoomFor(CLIENT_LIMITS.bytes)).toBe(false);
  });
});
