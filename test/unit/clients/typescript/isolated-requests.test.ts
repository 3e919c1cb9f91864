import { describe, expect, it } from 'vitest';
import { aRead } from './a-read.ts';
import { aReader } from './a-reader.ts';

const EVERY_SECOND = { kind: 'interval', everyMs: 1000 } as const;

async function anIsolatedReader() {
  const test = aReader(EVERY_SECOND, undefined, false, true);
  test.service.set('a', aRead('a', '{{> b}}')).set('b', aRead('b', 'one'));
  return test;
}

describe('where what a request has started ends with it', () => {
  it('every caller sends a request of its own', async () => {
    const { requests, get } = await anIsolatedReader();

    await Promise.all([get('b'), get('b'), get('b')]);
    expect(requests).toEqual(['b', 'b', 'b']);
    expect((await get('b')).source).toBe('memory');
  });

  it('what is outdated is read by the caller that needs it, not in the background', async () => {
    const { service, state, requests, get } = await anIsolatedReader();
    await get('a');
    service.set('b', aRead('b', 'two', 2));
    state.now += 1001;

    expect((await get('a')).render()).toBe('two');
    expect(requests).toEqual(['a', 'b', 'a', 'b']);
  });

  it('after a timeout, one caller asks whether the service responds again, and the others do not wait', async () => {
    const { service, state, requests, breaker, hang, get } = await anIsolatedReader();
    await get('b');
    hang('b');
    state.now += 1001;
    await get('b');
    expect([(await get('b')).source, requests.length]).toEqual(['memory', 2]);

    service.set('b', aRead('b', 'two', 2));
    state.now += 1001;
    await Promise.all([get('b'), get('b')]);
    expect([breaker.isOpen, requests.length, (await get('b')).version]).toEqual([false, 3, 2]);
  });
});
