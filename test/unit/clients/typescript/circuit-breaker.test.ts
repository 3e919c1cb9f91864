import { describe, expect, it } from 'vitest';
import { toTarget } from '../../../../clients/typescript/src/prompts/prompt-target.ts';
import type { SnapshotStore } from '../../../../clients/typescript/src/snapshot/snapshot-store.ts';
import { aRead } from './a-read.ts';
import { aReader } from './a-reader.ts';

const ALWAYS = { kind: 'always' } as const;

/** A reader whose service has stopped to respond, and a prompt that it has read before. */
async function aHangingService() {
  const test = aReader(ALWAYS);
  test.service.set('a', aRead('a', 'one'));
  await test.get('a');
  test.hang('a');
  test.requests.length = 0;
  return test;
}

describe('after a timeout', () => {
  it('everything is served at once, or fails at once', async () => {
    const { reader, requests, get, events } = await aHangingService();

    const sources = [await get('a'), await get('a'), await get('a')].map(({ source }) => source);
    const fallback = await reader.read(toTarget('b', {}), { fallback: 'Hi' });
    await expect(get('b')).rejects.toMatchObject({ name: 'Unavailable', code: 'timeout' });

    expect([...sources, fallback.source]).toEqual(['memory', 'memory', 'memory', 'fallback']);
    expect(requests).toEqual(['a']);
    expect(events.at(-1)).toMatchObject({ kind: 'fallback', name: 'b', reason: 'timeout' });
  });

  it('the service is asked in the background after 1, 2, 4 and at most 30 seconds', async () => {
    const { state, requests, get } = await aHangingService();
    await get('a');

    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      state.now += seconds * 1000 - 1;
      await get('a');
      expect(requests).toHaveLength(index + 1);
      state.now += 1;
      expect((await get('a')).source).toBe('memory');
      expect(requests).toHaveLength(index + 2);
    }
  });

  it('nobody waits for the request in the background, which ends it when it succeeds', async () => {
    const { service, state, breaker, get } = await aHangingService();
    await get('a');
    const waiting: (() => void)[] = [];
    state.beforeResponse = () => new Promise((resolve) => waiting.push(resolve));
    service.set('a', aRead('a', 'two', 2));
    state.now += 1000;

    expect([(await get('a')).version, (await get('a')).version]).toEqual([1, 1]);
    state.beforeResponse = async () => {};
    for (const respond of waiting) respond();
    await expect.poll(() => breaker.isOpen).toBe(false);
    expect(await get('a')).toMatchObject({ version: 2, source: 'network' });
  });

  it('a request that fails in another way does not end it', async () => {
    const { state, requests, breaker, fail, get } = await aHangingService();
    await get('a');
    fail('a');
    for (const seconds of [1, 2, 4]) {
      state.now += seconds * 1000;
      await get('a');
    }

    expect(breaker.isOpen).toBe(true);
    expect(requests).toHaveLength(4);
  });

  it('that others share, it counts once', async () => {
    const { state, requests, get, hang } = await aHangingService();
    for (const name of ['b', 'c', 'd']) hang(name);
    await Promise.allSettled(['b', 'c', 'd'].map((name) => get(name)));

    state.now += 1000;
    await get('a');

    expect(requests).toEqual(['b', 'c', 'd', 'a']);
  });
});

describe('a failure that is no timeout', () => {
  it('lets the next call ask again', async () => {
    const { requests, fail, get } = await aHangingService();
    fail('a');

    await get('a');
    await get('a');

    expect(requests).toEqual(['a', 'a']);
  });
});

describe('snapshot-first', () => {
  const saved = { prompt: aRead('a', 'saved').prompt, etag: '"saved"' };
  const aSnapshot = (): SnapshotStore => {
    const store: Partial<SnapshotStore> = {
      open: async () => {},
      get: (key: string) => (key === 'a' ? saved : undefined),
      set: () => {},
      delete: () => {},
    };
    return Object.assign(Object.create(null), store, { savedAt: 0 }) as SnapshotStore;
  };

  it('serves the snapshot at once, and asks in the background', async () => {
    const { service, state, requests, reader, get } = aReader(ALWAYS, aSnapshot(), true);
    service.set('a', aRead('a', 'current', 2)).set('b', aRead('b', 'other'));
    const waiting: (() => void)[] = [];
    state.beforeResponse = () => new Promise((resolve) => waiting.push(resolve));

    const early = [await get('a'), await get('a')];
    state.beforeResponse = async () => {};
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
    await reader.whenRefreshed();

    expect(early.map(({ source, version }) => [source, version])).toEqual([
      ['disk', 1],
      ['disk', 1],
    ]);
    expect((await get('a')).version).toBe(2);
    expect((await get('b')).source).toBe('network');
    expect(requests).toEqual(['a', 'a', 'b']);
  });

  it('asks less and less often while that fails', async () => {
    const { state, requests, reader, fail, get } = aReader(ALWAYS, aSnapshot(), true);
    fail('a');
    for (let call = 0; call < 3; call += 1) {
      expect((await get('a')).source).toBe('disk');
      await reader.whenRefreshed();
    }
    state.now += 1000;
    await get('a');
    await reader.whenRefreshed();

    expect(requests).toEqual(['a', 'a']);
  });

  it('is not the default', async () => {
    const { service, get } = aReader(ALWAYS, aSnapshot());
    service.set('a', aRead('a', 'current', 2));

    expect((await get('a')).source).toBe('network');
  });
});
