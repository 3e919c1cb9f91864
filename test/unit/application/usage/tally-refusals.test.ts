import { describe, expect, it } from 'vitest';
import type { CallerCollection } from '../../../../src/domain/usage/caller-address.ts';
import { REFUSED_CALL_ID_PATTERN, REFUSED_CALLS_MAX } from '../../../../src/domain/usage/refused-call.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { aCallAt, aPromptId, aTally } from '../../../support/builders/some-usage.ts';

const NOW = new Date('2026-11-15T12:30:00.000Z');
const KEY = `ph_${'0123456789abcdef'.repeat(4)}`;

const everyone = () => false;

describe('a tally', () => {
  it('lists the calls that failed, and nothing else of them than what is stored', () => {
    const [ada, promptId, tally] = [anAccount().id, aPromptId(), aTally()];
    const failed = { status: 422, code: 'variables_invalid', requestId: 'r-1', read: { promptId, version: 3 } };

    tally.record(aCallAt(NOW, ada));
    tally.record(aCallAt(NOW, ada, { status: 304 }));
    tally.record(aCallAt(NOW, ada, { ...failed, via: 'langfuse' }));
    tally.record(aCallAt(NOW, ada, { status: 500 }));

    const [taken] = tally.take(everyone);
    const id = expect.stringMatching(REFUSED_CALL_ID_PATTERN);
    const common = { id, at: NOW, route: 'GET /api/prompts/{ref}', client: 'ci-runner', address: '10.0.0.7' };
    expect(taken?.refusedCalls).toStrictEqual([
      { ...common, status: 422, code: 'variables_invalid', requestId: 'r-1', via: 'langfuse', promptId },
      { ...common, status: 500, code: undefined, requestId: 'a-request', via: 'api', promptId: undefined },
    ]);
    expect(tally.take(everyone)).toEqual([]);
  });

  it('holds the latest hundred refused calls of each account, and counts all of them', () => {
    const [ada, bob, tally] = [anAccount().id, anAccount().id, aTally()];
    tally.record(aCallAt(NOW, bob, { status: 404, requestId: 'of-bob' }));
    for (let index = 0; index < 2.5 * REFUSED_CALLS_MAX; index += 1) {
      tally.record(aCallAt(NOW, ada, { status: 404, requestId: String(index) }));
    }

    const [ofBob, ofAda] = tally.take(everyone);
    expect(ofBob?.refusedCalls.map(({ requestId }) => requestId)).toEqual(['of-bob']);
    const held = (ofAda?.refusedCalls ?? []).map(({ requestId }) => Number(requestId));
    const latest = Array.from({ length: REFUSED_CALLS_MAX }, (_, index) => index + 1.5 * REFUSED_CALLS_MAX);
    expect(held.toSorted((one, other) => one - other)).toEqual(latest);
    expect(new Set(ofAda?.refusedCalls.map(({ id }) => id)).size).toBe(REFUSED_CALLS_MAX);
    expect(ofAda?.calls).toMatchObject([{ statusClass: '4xx', count: 2.5 * REFUSED_CALLS_MAX }]);
  });

  it.each<[CallerCollection, string | undefined, string | undefined]>([
    ['full', 'ci-runner', '10.0.0.7'],
    ['masked', 'ci-runner', '10.0.0.0/24'],
    ['off', undefined, undefined],
  ])('stores of the caller of a refused call what `usage.callers: %s` allows', (collection, client, address) => {
    const tally = aTally(collection);

    tally.record(aCallAt(NOW, anAccount().id, { status: 404 }));

    expect(tally.take(everyone)[0]?.refusedCalls).toMatchObject([{ client, address }]);
  });

  it.each([KEY, KEY.toUpperCase(), `trace-${KEY.slice(3)}`])('stores no key that was sent as a request id', (id) => {
    const tally = aTally();

    tally.record(aCallAt(NOW, anAccount().id, { status: 404, requestId: id }));

    expect(tally.take(everyone)[0]?.refusedCalls).toMatchObject([{ requestId: 'redacted' }]);
  });
});
