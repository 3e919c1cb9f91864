import { beforeEach, describe, expect, it } from 'vitest';
import type { TallyCalls } from '../../../../src/application/usage/tally-calls.ts';
import type { Label } from '../../../../src/domain/naming/label.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { aCallAt, aPromptId, aTally } from '../../../support/builders/some-usage.ts';

const NOW = new Date('2026-11-15T12:30:00.000Z');
const HOUR = new Date('2026-11-15T12:00:00.000Z').getTime();

const anId = () => anAccount().id;
const everyone = () => false;

describe('a tally', () => {
  let tally: TallyCalls;

  beforeEach(() => {
    tally = aTally();
  });

  it('counts by account, hour, route and class of status', () => {
    const [ada, bob] = [anId(), anId()];
    const calls = [
      aCallAt(NOW, ada),
      aCallAt(NOW, ada, { status: 201 }),
      aCallAt(NOW, ada, { status: 404 }),
      aCallAt(NOW, ada, { route: 'GET /api/tags' }),
      aCallAt(NOW, ada, { at: HOUR - 1 }),
      aCallAt(NOW, bob, { status: 503 }),
    ];

    for (const call of calls) tally.record(call);

    expect(tally.size).toBe(6);
    const route = 'GET /api/prompts/{ref}';
    expect(tally.take(everyone).map(({ callers: _, refusedCalls: __, ...counts }) => counts)).toEqual([
      {
        accountId: ada,
        calls: [
          { hour: HOUR, route, statusClass: '2xx', count: 2 },
          { hour: HOUR, route, statusClass: '4xx', count: 1 },
          { hour: HOUR, route: 'GET /api/tags', statusClass: '2xx', count: 1 },
          { hour: HOUR - 3_600_000, route, statusClass: '2xx', count: 1 },
        ],
        reads: [],
        promptCalls: [],
        lastUsedAt: NOW,
      },
      {
        accountId: bob,
        calls: [{ hour: HOUR, route, statusClass: '5xx', count: 1 }],
        reads: [],
        promptCalls: [],
        lastUsedAt: NOW,
      },
    ]);
  });

  it('counts every call once, however many there are', () => {
    const ada = anId();
    const calls = Array.from({ length: 1000 }, () => aCallAt(NOW, ada));

    const sizes = calls.map((call) => {
      tally.record(call);
      return tally.size;
    });

    expect(sizes).toEqual(calls.map((_, index) => index + 1));
    expect(tally.take(everyone).flatMap(({ calls }) => calls.map(({ count }) => count))).toEqual([1000]);
    expect(tally.size).toBe(0);
    expect(tally.take(everyone)).toEqual([]);
  });

  it('counts reads by prompt and version, unless the response was an error', () => {
    const [ada, promptId, other] = [anId(), aPromptId(), aPromptId()];
    const reads = [
      { promptId, version: 1 },
      { promptId, version: 2 },
      { promptId, version: 2 },
      { promptId: other, version: 2 },
    ];

    for (const read of reads) tally.record(aCallAt(NOW, ada, { read }));
    tally.record(aCallAt(NOW, ada, { read: { promptId, version: 2 }, status: 304 }));
    tally.record(aCallAt(NOW, ada, { read: { promptId, version: 1 }, status: 503 }));

    expect(tally.take(everyone)[0]?.reads).toEqual([
      { hour: HOUR, promptId, version: 1, count: 1 },
      { hour: HOUR, promptId, version: 2, count: 3 },
      { hour: HOUR, promptId: other, version: 2, count: 1 },
    ]);
  });

  it('counts calls of a prompt by version and label, and those that failed', () => {
    const [ada, promptId] = [anId(), aPromptId()];
    const [production, staging] = ['production' as Label, 'staging' as Label];
    const calls = [
      { read: { promptId, version: 1, label: production } },
      { read: { promptId, version: 2, label: production }, status: 304 },
      { read: { promptId, version: 2, label: production }, status: 422 },
      { read: { promptId, version: 2, label: staging } },
      { read: { promptId, version: 2 } },
      { read: { promptId, version: 2 }, status: 503 },
      { read: { promptId, version: undefined }, status: 404 },
      { read: { promptId, version: undefined }, status: 404 },
      { status: 404 },
    ];

    for (const call of calls) tally.record(aCallAt(NOW, ada, call));

    const [taken] = tally.take(everyone);
    expect(taken?.reads).toEqual([
      { hour: HOUR, promptId, version: 1, count: 1 },
      { hour: HOUR, promptId, version: 2, count: 3 },
    ]);
    expect(taken?.promptCalls).toEqual([
      { hour: HOUR, promptId, version: 1, label: production, served: 1, failed: 0 },
      { hour: HOUR, promptId, version: 2, label: production, served: 1, failed: 1 },
      { hour: HOUR, promptId, version: 2, label: staging, served: 1, failed: 0 },
      { hour: HOUR, promptId, version: 2, label: undefined, served: 0, failed: 1 },
      { hour: HOUR, promptId, version: undefined, label: undefined, served: 0, failed: 2 },
    ]);
  });

  it('has the latest use, in whatever order calls end', () => {
    const ada = anId();
    for (const at of [HOUR + 1, HOUR + 3, HOUR + 2]) tally.record(aCallAt(NOW, ada, { at }));

    expect(tally.take(everyone)[0]?.lastUsedAt).toEqual(new Date(HOUR + 3));
  });

  it('returns every count once, and retains those that have to wait', () => {
    const [ada, bob] = [anId(), anId()];
    tally.record(aCallAt(NOW, ada));
    tally.record(aCallAt(NOW, bob));

    expect(tally.take((id) => id === ada).map(({ accountId }) => accountId)).toEqual([bob]);
    expect(tally.size).toBe(1);
    expect(tally.take(everyone).map(({ accountId }) => accountId)).toEqual([ada]);
    expect(tally.take(everyone)).toEqual([]);
  });
});
