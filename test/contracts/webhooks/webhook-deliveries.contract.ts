import { describe, expect, it } from 'vitest';
import type { AttemptResult, QueuedChanges } from '../../../src/application/ports/webhooks/webhook-deliveries.ts';
import type { Webhook } from '../../../src/domain/webhooks/webhook.ts';
import type { Delivery, NewDelivery } from '../../../src/domain/webhooks/webhook-delivery.ts';
import { anOwner, noon } from '../../support/builders/a-prompt.ts';
import { aDelivery, aPosition, aWebhook } from '../../support/builders/a-webhook.ts';
import { runConcurrently } from '../../support/run-concurrently.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

const toPending = (delivery: NewDelivery): Delivery => ({
  ...delivery,
  state: 'pending',
  attempts: 0,
  lastAttempt: null,
});

const aSuccess = (revision: number, fields: Partial<AttemptResult> = {}): AttemptResult => ({
  position: aPosition(revision),
  state: 'done',
  dueAt: null,
  attempts: 1,
  at: noon(5),
  status: 204,
  error: null,
  response: '',
  ...fields,
});

const aFailure = (revision: number, fields: Partial<AttemptResult> = {}): AttemptResult => ({
  position: aPosition(revision),
  state: 'pending',
  dueAt: noon(HOUR_MS),
  attempts: 1,
  at: noon(6),
  status: 500,
  error: 'the receiver responded 500',
  response: 'Löwe 🦁 "no"',
  ...fields,
});

const range = (from: number, to: number): readonly NewDelivery[] =>
  Array.from({ length: to - from + 1 }, (_, index) => aDelivery(from + index));

/** One test per promise of the WebhookDeliveries port. */
export function webhookDeliveriesContract(createStorage: CreateStorage): void {
  describe('WebhookDeliveries', () => {
    const { here, there, contendOnBoth } = twoInstances(createStorage);

    /** Leased to `i_here` for a day. */
    async function aLeasedWebhook(fields: Partial<Webhook> = {}): Promise<Webhook> {
      const webhook = aWebhook(await anOwner(here), fields);
      await here.webhooks.add(webhook);
      await here.webhooks.lease(webhook, { instance: 'i_here', now: noon(), until: noon(DAY_MS) });
      return webhook;
    }

    const enqueue = (webhook: Webhook, deliveries: readonly NewDelivery[], fields: Partial<QueuedChanges> = {}) =>
      here.deliveries.enqueue(webhook, {
        instance: 'i_here',
        now: noon(),
        from: webhook.position,
        to: deliveries.at(-1)?.position ?? aPosition(999),
        deliveries,
        ...fields,
      });

    async function aWebhookWith(...deliveries: readonly NewDelivery[]): Promise<Webhook> {
      const webhook = await aLeasedWebhook();
      expect(await enqueue(webhook, deliveries)).toBe('enqueued');
      return webhook;
    }

    const findWebhook = ({ accountId, id }: Webhook) => there.webhooks.find(accountId, id);
    const findDelivery = ({ accountId, id }: Webhook, revision: number) =>
      there.deliveries.find(accountId, id, aPosition(revision));
    const list = ({ accountId, id }: Webhook, page: { state?: Delivery['state']; limit?: number } = {}) =>
      there.deliveries.listOf(accountId, id, { limit: 2000, ...page });
    const revisionsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ position }) => position.revision);
    const isReady = async (webhook: Webhook, now: Date) => {
      const ready = await there.webhooks.findReady({ instance: 'i_here', now, limit: 1000 });
      return ready.some(({ id }) => id === webhook.id);
    };

    it('stores deliveries and advances the position together', async () => {
      const webhook = await aLeasedWebhook();
      const [first, second] = [aDelivery(1, { position: aPosition(1, 2) }), aDelivery(12, { type: 'prompt.deleted' })];

      expect(await enqueue(webhook, [first, second], { to: aPosition(13, 1, '3f9c2a71') })).toBe('enqueued');

      expect(await findWebhook(webhook)).toEqual({ ...webhook, position: aPosition(13, 1, '3f9c2a71') });
      expect(await list(webhook)).toEqual([toPending(second), toPending(first)]);
      expect(await findDelivery(webhook, 12)).toEqual(toPending(second));
      expect(await findDelivery(webhook, 13)).toBeUndefined();
    });

    it('advances the position without deliveries, and notes skipped events', async () => {
      const webhook = await aLeasedWebhook();

      expect(await enqueue(webhook, [], { to: aPosition(4), skipped: true })).toBe('enqueued');

      expect(await findWebhook(webhook)).toEqual({ ...webhook, position: aPosition(4), problem: 'events_skipped' });
    });

    it('stores nothing without the lease, once it ended, at another position, or if the webhook is disabled', async () => {
      const webhook = await aLeasedWebhook();
      const attempts: Partial<QueuedChanges>[] = [
        { instance: 'i_there' },
        { now: noon(DAY_MS) },
        { from: aPosition(0, 0, '11111111') },
      ];

      for (const fields of attempts) expect(await enqueue(webhook, [aDelivery(1)], fields)).toBe('superseded');
      await there.webhooks.change(webhook.accountId, webhook.id, { enabled: false });
      expect(await enqueue(webhook, [aDelivery(1)])).toBe('superseded');

      expect(await list(webhook)).toEqual([]);
      expect(await findWebhook(webhook)).toEqual({ ...webhook, enabled: false });
    });

    it('lets one of twenty concurrent writes at one position win', async () => {
      const webhook = await aLeasedWebhook();
      const results = await runConcurrently(TWENTY.map((index) => () => enqueue(webhook, [aDelivery(index + 1)])));

      expect(results.filter((result) => result === 'enqueued')).toHaveLength(1);
      expect(await list(webhook)).toHaveLength(1);
    });

    it('leaves a delivery that exists as it is', async () => {
      const webhook = await aWebhookWith(aDelivery(1));
      await here.deliveries.record(webhook, aSuccess(1));

      expect(await enqueue(webhook, [aDelivery(1), aDelivery(2)], { from: aPosition(1) })).toBe('enqueued');

      expect((await list(webhook)).map(({ state }) => state)).toEqual(['pending', 'done']);
    });

    it('lets at most 1,000 be pending, and writes nothing beyond that', async () => {
      const webhook = await aWebhookWith(...range(1, 999));

      expect(await enqueue(webhook, range(1000, 1001), { from: aPosition(999) })).toBe('full');
      expect(await findWebhook(webhook)).toMatchObject({ position: aPosition(999) });
      expect(await enqueue(webhook, range(1000, 1000), { from: aPosition(999) })).toBe('enqueued');
      expect(await list(webhook)).toHaveLength(1000);
    });

    it('deletes the oldest that are not pending beyond 1,000', async () => {
      const webhook = await aWebhookWith(...range(1, 1000));
      for (const revision of [9, 10, 2]) await here.deliveries.record(webhook, aSuccess(revision));

      expect(await enqueue(webhook, range(1001, 1002), { from: aPosition(1000) })).toBe('enqueued');

      const left = revisionsOf(await list(webhook));
      expect(left).toHaveLength(1000);
      expect([1, 2, 9, 10, 1001].map((revision) => left.includes(revision))).toEqual([true, false, false, true, true]);
    });

    it('returns pending deliveries that are due, those that have been due longest first', async () => {
      const webhook = await aWebhookWith(
        aDelivery(1, { dueAt: noon(3) }),
        aDelivery(2, { dueAt: noon(1) }),
        aDelivery(3, { dueAt: noon(2) }),
        aDelivery(4, { dueAt: noon(4) }),
        aDelivery(5, { dueAt: noon(0) }),
      );
      await here.deliveries.record(webhook, aSuccess(5));

      expect(revisionsOf(await there.deliveries.due(webhook, noon(3), 10))).toEqual([2, 3, 1]);
      expect(revisionsOf(await there.deliveries.due(webhook, noon(3), 2))).toEqual([2, 3]);
      expect(await there.deliveries.due(webhook, noon(-1), 10)).toEqual([]);
    });

    it('makes its webhook ready when a delivery is due', async () => {
      const webhook = await aWebhookWith(aDelivery(1, { dueAt: noon(HOUR_MS) }));
      const { deliveries } = here;
      // The position equals the revision of the account, so that only deliveries count.
      expect(await enqueue(webhook, [], { from: aPosition(1), to: webhook.position })).toBe('enqueued');

      expect(await isReady(webhook, noon(HOUR_MS - 1))).toBe(false);
      expect(await isReady(webhook, noon(HOUR_MS))).toBe(true);

      await deliveries.record(webhook, aFailure(1, { dueAt: noon(2 * HOUR_MS) }));
      expect(await isReady(webhook, noon(HOUR_MS))).toBe(false);
      expect(await isReady(webhook, noon(2 * HOUR_MS))).toBe(true);

      await deliveries.record(webhook, aSuccess(1, { attempts: 2 }));
      expect(await isReady(webhook, noon(DAY_MS))).toBe(false);

      await deliveries.retry(webhook, aPosition(1), noon(DAY_MS));
      expect(await isReady(webhook, noon(DAY_MS))).toBe(true);
    });

    it('records a success, and that the receiver works', async () => {
      const delivery = aDelivery(1);
      const webhook = await aLeasedWebhook({
        failingSince: noon(-1),
        lastFailureAt: noon(-1),
        problem: 'events_skipped',
      });
      await enqueue(webhook, [delivery]);
      const { position: _, state, dueAt, disables: __, ...lastAttempt } = aSuccess(1);

      expect(await here.deliveries.record(webhook, aSuccess(1))).toBe('recorded');

      expect(await findDelivery(webhook, 1)).toEqual({ ...delivery, state, dueAt, attempts: 1, lastAttempt });
      expect(await findWebhook(webhook)).toEqual({
        ...webhook,
        position: aPosition(1),
        lastSuccessAt: noon(5),
        failingSince: null,
      });
    });

    it('records failures, and since when there was no success', async () => {
      const delivery = aDelivery(1);
      const webhook = await aWebhookWith(delivery);
      const again = aFailure(1, {
        attempts: 2,
        at: noon(7),
        status: null,
        error: 'timeout',
        state: 'failed',
        dueAt: null,
      });
      const { position: _, state, dueAt, disables: __, ...lastAttempt } = again;

      expect(await here.deliveries.record(webhook, aFailure(1))).toBe('recorded');
      expect(await findDelivery(webhook, 1)).toMatchObject({ state: 'pending', dueAt: noon(HOUR_MS), attempts: 1 });
      expect(await there.deliveries.record(webhook, again)).toBe('recorded');

      expect(await findDelivery(webhook, 1)).toEqual({ ...delivery, state, dueAt, attempts: 2, lastAttempt });
      expect(await findWebhook(webhook)).toEqual({
        ...webhook,
        position: aPosition(1),
        lastFailureAt: noon(7),
        failingSince: noon(6),
      });
    });

    it('disables the webhook with an attempt that demands it', async () => {
      const webhook = await aWebhookWith(aDelivery(1));

      const result = aFailure(1, { status: 410, state: 'failed', dueAt: null, disables: 'endpoint_gone' });
      expect(await here.deliveries.record(webhook, result)).toBe('recorded');

      expect(await findWebhook(webhook)).toMatchObject({ enabled: false, problem: 'endpoint_gone' });
    });

    it('records each attempt once, of twenty concurrent ones', async () => {
      const webhook = await aWebhookWith(aDelivery(1));
      const results = await contendOnBoth(TWENTY, ({ deliveries }) => deliveries.record(webhook, aFailure(1)));

      expect(results.filter((result) => result === 'recorded')).toHaveLength(1);
      expect(await here.deliveries.record(webhook, aSuccess(1))).toBe('superseded');
      expect(await here.deliveries.record(webhook, aSuccess(2))).toBe('superseded');
      expect(await findDelivery(webhook, 1)).toMatchObject({ state: 'pending', attempts: 1 });
    });

    it('makes a delivery due again, whatever its state, and retains its attempts', async () => {
      const webhook = await aWebhookWith(...range(1, 3));
      const { deliveries } = here;
      await deliveries.record(webhook, aSuccess(1));
      await deliveries.record(webhook, aFailure(2, { state: 'failed', dueAt: null }));

      for (const revision of [1, 2, 3]) {
        expect(await there.deliveries.retry(webhook, aPosition(revision), noon(9))).toBe('due');
      }

      expect((await list(webhook)).map(({ state, attempts }) => [state, attempts])).toEqual([
        ['pending', 0],
        ['pending', 1],
        ['pending', 1],
      ]);
      expect(revisionsOf(await deliveries.due(webhook, noon(9), 10)).sort()).toEqual([1, 2, 3]);
      expect(await findDelivery(webhook, 2)).toMatchObject({ lastAttempt: { status: 500 }, dueAt: noon(9) });
      expect(await deliveries.retry(webhook, aPosition(4), noon(9))).toBe('not-found');
    });

    it('loses neither an attempt nor a retry when both happen concurrently', async () => {
      const webhook = await aWebhookWith(...range(1, 10));

      await Promise.all(
        range(1, 10).flatMap(({ position }) => [
          here.deliveries.record(webhook, aFailure(position.revision)),
          there.deliveries.retry(webhook, position, noon(9)),
        ]),
      );

      const stored = await list(webhook);
      expect(stored.map(({ attempts }) => attempts)).toEqual(Array(10).fill(1));
      expect(stored.every(({ state }) => state === 'pending')).toBe(true);
    });

    it('lists newest first, by state, in pages', async () => {
      const webhook = await aWebhookWith(...range(8, 12), aDelivery(12, { position: aPosition(12, 2) }));
      const { deliveries } = here;
      await deliveries.record(webhook, aSuccess(9));
      await deliveries.record(webhook, aFailure(11, { state: 'failed', dueAt: null }));
      const { accountId, id } = webhook;

      const positions = (await list(webhook)).map(({ position }) => [position.revision, position.n]);
      expect(positions).toEqual([
        [12, 2],
        [12, 1],
        [11, 1],
        [10, 1],
        [9, 1],
        [8, 1],
      ]);
      expect(revisionsOf(await list(webhook, { state: 'done' }))).toEqual([9]);
      expect(revisionsOf(await list(webhook, { state: 'failed' }))).toEqual([11]);
      expect(revisionsOf(await list(webhook, { state: 'pending', limit: 2 }))).toEqual([12, 12]);
      const before = { before: aPosition(12), limit: 2 };
      expect(revisionsOf(await there.deliveries.listOf(accountId, id, before))).toEqual([11, 10]);
    });

    it('finds, lists and retries no delivery of another account', async () => {
      const webhook = await aWebhookWith(aDelivery(1));
      const foreign = { ...webhook, accountId: await anOwner(here) };
      const { deliveries } = here;

      expect(await findDelivery(foreign, 1)).toBeUndefined();
      expect(await list(foreign)).toEqual([]);
      expect(await deliveries.due(foreign, noon(), 10)).toEqual([]);
      expect(await deliveries.record(foreign, aSuccess(1))).toBe('superseded');
      expect(await deliveries.retry(foreign, aPosition(1), noon(9))).toBe('not-found');
      expect(await findDelivery(webhook, 1)).toEqual(toPending(aDelivery(1)));
    });

    it('deletes those that were created before a time, of all webhooks, pending or not', async () => {
      const old = { createdAt: noon(-DAY_MS) };
      const one = await aWebhookWith(aDelivery(1, old), aDelivery(2, old), aDelivery(3));
      const other = await aWebhookWith(aDelivery(1), aDelivery(2, old));
      await here.deliveries.record(one, aSuccess(1));

      await Promise.all([here, there].map(({ deliveries }) => deliveries.deleteBefore(noon())));

      expect(revisionsOf(await list(one))).toEqual([3]);
      expect(revisionsOf(await list(other))).toEqual([1]);
      expect(revisionsOf(await here.deliveries.due(one, noon(), 10))).toEqual([3]);
      const leased = await here.webhooks.lease(one, { instance: 'i_here', now: noon(), until: noon(1) });
      expect(leased?.pending).toBe(1);
    });
  });
}
