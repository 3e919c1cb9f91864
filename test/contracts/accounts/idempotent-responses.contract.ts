import { describe, expect, it } from 'vitest';
import { systemEntropy } from '../../../src/adapters/outbound/host/system-environment.ts';
import { RecordedResponses } from '../../../src/adapters/outbound/records/recorded-responses.ts';
import type { ClaimOutcome, RepeatableRequest } from '../../../src/application/ports/idempotent-responses.ts';
import { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import type { CreateStorage, StoragePorts } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

const NOW = new Date('2026-11-19T12:00:00.000Z');
const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
const RESPONSE = Buffer.from('created: "Dear Ada 🦁"');

/** One test per promise of the IdempotentResponses port. */
export function idempotentResponsesContract(createStorage: CreateStorage): void {
  describe('IdempotentResponses', () => {
    const { here, there, onBoth } = twoInstances(createStorage);
    const claim = ({ responseRecords }: StoragePorts, request: RepeatableRequest, afterMs = 0) => {
      const clock = { now: () => new Date(NOW.getTime() + afterMs) };
      return new RecordedResponses(responseRecords, clock, systemEntropy).claim(request);
    };
    let requests = 0;
    const aRequest = (): RepeatableRequest => {
      requests += 1;
      const credential = ApiKey.fromEntropy(systemEntropy.bytes(ApiKey.entropyBytes));
      return { credential, idempotencyKey: `order-${requests}`, content: ['POST', '/api/prompts', Buffer.from('{}')] };
    };
    const complete = async (request: RepeatableRequest, response = RESPONSE) =>
      claimOf(await claim(here, request)).complete(response);

    it('returns the response to the same request on any instance, for a day', async () => {
      const request = aRequest();
      await complete(request);

      for (const ports of [here, there]) {
        expect(await claim(ports, request, DAY_MS - SECOND_MS)).toEqual({ kind: 'answered', response: RESPONSE });
      }
      expect(await claim(there, request, DAY_MS + SECOND_MS)).toMatchObject({ kind: 'claimed' });
    });

    it('rejects another request with the same idempotency key, whether the first was answered or not', async () => {
      const request = aRequest();
      const others = [
        ['POST', '/api/prompts', Buffer.from('{ }')],
        ['POST', '/api/webhooks', Buffer.from('{}')],
      ];
      const { complete } = claimOf(await claim(here, request));

      for (const content of others) expect(await claim(there, { ...request, content })).toEqual({ kind: 'reused' });
      await complete(RESPONSE);
      for (const content of others) expect(await claim(there, { ...request, content })).toEqual({ kind: 'reused' });
    });

    it('gives one of many equal requests at the same time the claim', async () => {
      const request = aRequest();

      const outcomes = await onBoth(TWENTY, (ports) => claim(ports, request));

      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['claimed', ...Array(19).fill('in-progress')]);
    });

    it('forgets a request that was released, and one whose process was killed after a minute', async () => {
      const [released, killed] = [aRequest(), aRequest()];
      await claimOf(await claim(here, released)).release();
      const lost = claimOf(await claim(here, killed));

      expect(await claim(there, released)).toMatchObject({ kind: 'claimed' });
      expect(await claim(there, killed, 59 * SECOND_MS)).toEqual({ kind: 'in-progress' });
      expect(await claim(there, killed, 61 * SECOND_MS)).toMatchObject({ kind: 'claimed' });
      // The claim of another request is not completed with its response.
      await lost.complete(RESPONSE);
      expect(await claim(there, killed, 62 * SECOND_MS)).toEqual({ kind: 'in-progress' });
    });

    it('knows nothing of requests with another API key or another idempotency key', async () => {
      const request = aRequest();
      await complete(request);

      for (const other of [
        { ...request, credential: aRequest().credential },
        { ...request, idempotencyKey: 'other' },
      ]) {
        expect(await claim(here, other)).toMatchObject({ kind: 'claimed' });
      }
    });

    it('keeps large responses', async () => {
      const request = aRequest();
      const response = Buffer.from(systemEntropy.bytes(400 * 1024));
      await complete(request, response);

      expect(await claim(there, request)).toEqual({ kind: 'answered', response });
    });
  });
}

function claimOf(outcome: ClaimOutcome) {
  if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
  return outcome.claim;
}
