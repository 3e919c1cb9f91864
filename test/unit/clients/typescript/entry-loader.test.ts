import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from '../../../../clients/typescript/src/cache/circuit-breaker.ts';
import { EntryLoader } from '../../../../clients/typescript/src/cache/entry-loader.ts';
import { Unavailable } from '../../../../clients/typescript/src/errors.ts';
import type { ReadOutcome } from '../../../../clients/typescript/src/network/read-prompt.ts';
import { toTarget } from '../../../../clients/typescript/src/prompts/prompt-target.ts';
import { aRead } from './a-read.ts';

const target = toTarget('greeting', { label: 'production' });

/** The test decides when a request gets its response. */
function aLoader() {
  const requests: ((version: number | ReadOutcome) => void)[] = [];
  const read = () =>
    new Promise<ReadOutcome>((resolve) =>
      requests.push((response) =>
        resolve(typeof response === 'number' ? aRead('greeting', `${response}`, response) : response),
      ),
    );
  let rejections = 0;
  const loader = new EntryLoader({
    read,
    snapshot: undefined,
    breaker: new CircuitBreaker(),
    isIsolated: false,
    rejections: () => rejections,
    report: () => {},
    now: () => 0,
  });
  const rejectKey = () => {
    rejections += 1;
    loader.clear();
  };
  const load = async (options?: { mustBeCurrent: boolean }) => {
    const loaded = await loader.load(target, 1000, options);
    return loaded.kind === 'loaded' ? loaded.entry.document.version : loaded.kind;
  };
  /** Waits until a request is under way, and responds to it. */
  const respond = async (index: number, version: number | ReadOutcome) => {
    await expect.poll(() => requests.length).toBeGreaterThan(index);
    requests[index]?.(version);
  };
  return { loader, load, respond, requests, rejectKey };
}

describe('EntryLoader', () => {
  it('shares one request between all callers', async () => {
    const { load, respond, requests } = aLoader();

    const loaded = Promise.all([load(), load(), load()]);
    await respond(0, 1);

    expect(await loaded).toEqual([1, 1, 1]);
    expect(requests).toHaveLength(1);
  });

  it('does not share a request that a change has outdated with later callers', async () => {
    const { loader, load, respond, requests } = aLoader();

    const before = load();
    await expect.poll(() => requests.length).toBe(1);
    loader.outdateFlights(() => true);
    const after = Promise.all([load(), load()]);
    await respond(0, 1);
    await respond(1, 2);

    expect(await before).toBe(1);
    expect(await after).toEqual([2, 2]);
    expect(requests).toHaveLength(2);
  });

  it('does not cache a response to a key that was rejected while it was under way', async () => {
    const { loader, load, respond, requests, rejectKey } = aLoader();

    const loaded = load();
    await expect.poll(() => requests.length).toBe(1);
    rejectKey();
    await respond(0, 1);

    expect([await loaded, loader.entries]).toEqual([1, []]);
  });

  it('does not serve in an outage what a key has read that was rejected since the request began', async () => {
    const { loader, load, respond, requests, rejectKey } = aLoader();
    const first = load();
    await respond(0, 1);
    await first;

    const second = load();
    await expect.poll(() => requests.length).toBe(2);
    rejectKey();
    await respond(1, { kind: 'failed', error: new Unavailable('timeout', 'Slow.'), reason: 'timeout' });

    expect([await second, loader.entries]).toEqual(['failed', []]);
  });

  it('asks after the call if the result must be current', async () => {
    const { load, respond, requests } = aLoader();

    const early = [load({ mustBeCurrent: true }), load({ mustBeCurrent: true })];
    await expect.poll(() => requests.length).toBe(1);
    const late = Promise.all([load({ mustBeCurrent: true }), load({ mustBeCurrent: true })]);
    await respond(0, 1);
    await respond(1, 2);

    expect(await Promise.all(early)).toEqual([1, 1]);
    expect(await late).toEqual([2, 2]);
    expect(requests).toHaveLength(2);
  });
});
