import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import type { Webhook } from '../../../src/domain/webhooks/webhook.ts';
import { anOwner, aPrompt, noon } from '../../support/builders/a-prompt.ts';
import { aDelivery, aPosition, aSealedSecret, aWebhook } from '../../support/builders/a-webhook.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

/** One test per promise of the Webhooks port. */
export function webhooksContract(createStorage: CreateStorage): void {
  describe('Webhooks', () => {
    const { here, there, contendOnBoth } = twoInstances(createStorage);

    async function anAddedWebhook(fields: Partial<Webhook> = {}, owner?: AccountId): Promise<Webhook> {
      const webhook = aWebhook(owner ?? (await anOwner(here)), fields);
      expect(await here.webhooks.add(webhook)).toBe('added');
      return webhook;
    }

    const findStored = ({ accountId, id }: Webhook) => there.webhooks.find(accountId, id);

    const lease = (webhook: Webhook, instance: string, now = noon(), until = noon(30 * SECOND_MS)) =>
      there.webhooks.lease(webhook, { instance, now, until });

    /** The webhooks of these accounts that are ready. Other tests use the same storage. */
    async function findReady(webhooks: readonly Webhook[], now = noon(), instance = 'i_here') {
      const ready = await here.webhooks.findReady({ instance, now, limit: 1000 });
      return ready.filter(({ accountId }) => webhooks.some((webhook) => webhook.accountId === accountId));
    }

    const referenceTo = ({ accountId, id }: Webhook) => ({ accountId, id });

    it('returns an equal webhook on every instance', async () => {
      const webhook = await anAddedWebhook({
        types: ['label.moved', 'prompt.created'],
        prompts: ['support/*', 'greeting'],
        labels: ['production' as Label],
        description: 'Löwe 🦁 "quoted" \\ {}',
        enabled: false,
        problem: 'failing',
        secrets: { current: aSealedSecret(), previous: { sealed: aSealedSecret(), until: noon(DAY_MS) } },
        position: aPosition(184, 3, '3f9c2a71'),
        lastSuccessAt: noon(1),
        lastFailureAt: noon(2),
        failingSince: noon(3),
      });

      for (const { webhooks } of [here, there]) {
        expect(await webhooks.find(webhook.accountId, webhook.id)).toEqual(webhook);
        expect(await webhooks.listOf(webhook.accountId)).toEqual([webhook]);
      }
    });

    it('lists the webhooks of one account, oldest first', async () => {
      const owner = await anOwner(here);
      const added = [];
      for (const ms of [3, 1, 2]) added.push(await anAddedWebhook({ createdAt: noon(ms) }, owner));
      await anAddedWebhook();

      const [third, first, second] = added;
      expect(await there.webhooks.listOf(owner)).toEqual([first, second, third]);
    });

    it('finds, changes, disables, leases and removes no webhook of another account', async () => {
      const webhook = await anAddedWebhook({ position: aPosition(9) });
      const stranger = await anOwner(here);
      const { webhooks } = here;
      const foreign = { ...webhook, accountId: stranger };

      expect(await webhooks.find(stranger, webhook.id)).toBeUndefined();
      expect(await webhooks.listOf(stranger)).toEqual([]);
      expect(await webhooks.change(stranger, webhook.id, { url: 'https://other.example.com' })).toBe('not-found');
      expect(await webhooks.disable(stranger, webhook.id, 'failing')).toBe('superseded');
      expect(await webhooks.replaceSecrets(foreign, { current: aSealedSecret(), previous: null })).toBe('superseded');
      expect(await lease(foreign, 'i_here')).toBeUndefined();
      expect(await webhooks.remove(stranger, webhook.id)).toBe('not-found');
      expect(await findStored(webhook)).toEqual(webhook);
    });

    it('adds nothing to an account that does not exist', async () => {
      const webhook = aWebhook(anAccount().id);

      expect(await here.webhooks.add(webhook)).toBe('no-account');
      expect(await findStored(webhook)).toBeUndefined();
    });

    it('changes nothing when the same webhook is added again, even beyond the maximum', async () => {
      const owner = await anOwner(here);
      const webhook = await anAddedWebhook({}, owner);
      for (let count = 1; count < 10; count += 1) await anAddedWebhook({}, owner);
      await here.webhooks.change(owner, webhook.id, { description: 'changed' });

      expect(await there.webhooks.add(webhook)).toBe('added');
      expect(await findStored(webhook)).toEqual({ ...webhook, description: 'changed' });
    });

    it('lets an account have at most 10, also if 20 are added concurrently, and one more after a removal', async () => {
      const owner = await anOwner(here);
      const results = await contendOnBoth(TWENTY, ({ webhooks }) => webhooks.add(aWebhook(owner)));
      const added = await here.webhooks.listOf(owner);

      expect(added).toHaveLength(10);
      expect(results.filter((result) => result === 'added')).toHaveLength(10);
      expect(await there.webhooks.add(aWebhook(owner))).toBe('too-many');
      await here.webhooks.remove(owner, (added[0] as Webhook).id);
      expect(await there.webhooks.add(aWebhook(owner))).toBe('added');
    });

    it('changes only the settings that are given', async () => {
      const webhook = await anAddedWebhook({
        types: ['prompt.created'],
        failingSince: noon(),
        problem: 'events_skipped',
      });
      const { accountId, id } = webhook;

      expect(await here.webhooks.change(accountId, id, { prompts: ['a/*'], enabled: false })).toBe('changed');
      expect(await findStored(webhook)).toEqual({ ...webhook, prompts: ['a/*'], enabled: false });

      expect(await here.webhooks.change(accountId, id, { types: [], description: 'new' })).toBe('changed');
      const changed = { prompts: ['a/*'], enabled: false, types: [], description: 'new' };
      expect(await findStored(webhook)).toEqual({ ...webhook, ...changed });
    });

    it('clears the problem when it is enabled, and the failures with it or with another URL', async () => {
      const failures = { enabled: false, problem: 'failing' as const, failingSince: noon() };
      const [enabled, moved] = [await anAddedWebhook(failures), await anAddedWebhook(failures)];

      await here.webhooks.change(enabled.accountId, enabled.id, { enabled: true });
      await here.webhooks.change(moved.accountId, moved.id, { url: 'http://10.0.0.7:81/' });

      expect(await findStored(enabled)).toEqual({ ...enabled, enabled: true, problem: null, failingSince: null });
      expect(await findStored(moved)).toEqual({ ...moved, url: 'http://10.0.0.7:81/', failingSince: null });
    });

    it('replaces the secrets only if both are still the given ones', async () => {
      const webhook = await anAddedWebhook();
      const rotated = {
        current: aSealedSecret(),
        previous: { sealed: webhook.secrets.current, until: noon(DAY_MS) },
      };
      const { webhooks } = here;

      expect(await webhooks.replaceSecrets(webhook, rotated)).toBe('replaced');
      expect(await findStored(webhook)).toEqual({ ...webhook, secrets: rotated });
      expect(await webhooks.replaceSecrets(webhook, { current: aSealedSecret(), previous: null })).toBe('superseded');
      const otherPrevious = { ...webhook, secrets: { ...rotated, previous: null } };
      expect(await webhooks.replaceSecrets(otherPrevious, webhook.secrets)).toBe('superseded');
      expect(await webhooks.replaceSecrets({ ...webhook, secrets: rotated }, webhook.secrets)).toBe('replaced');
      expect(await findStored(webhook)).toEqual(webhook);
    });

    it('lets one of twenty concurrent replacements of the secrets win', async () => {
      const webhook = await anAddedWebhook();
      const results = await contendOnBoth(TWENTY, ({ webhooks }) =>
        webhooks.replaceSecrets(webhook, { current: aSealedSecret(), previous: null }),
      );

      expect(results.filter((result) => result === 'replaced')).toHaveLength(1);
    });

    it('enables a webhook whose secret was lost when it gets another one, and no webhook with another problem', async () => {
      const lost = await anAddedWebhook({ enabled: false, problem: 'secret_lost', failingSince: noon() });
      const failing = await anAddedWebhook({ enabled: false, problem: 'failing' });
      const secrets = { current: aSealedSecret(), previous: null };

      await here.webhooks.replaceSecrets(lost, { ...lost.secrets, previous: null });
      expect(await findStored(lost)).toEqual(lost);
      for (const webhook of [lost, failing]) await here.webhooks.replaceSecrets(webhook, secrets);

      expect(await findStored(lost)).toEqual({ ...lost, secrets, enabled: true, problem: null, failingSince: null });
      expect(await findStored(failing)).toEqual({ ...failing, secrets });
    });

    it('disables a webhook once, with its problem', async () => {
      const webhook = await anAddedWebhook();
      const { accountId, id } = webhook;

      expect(await here.webhooks.disable(accountId, id, 'endpoint_gone')).toBe('disabled');
      expect(await there.webhooks.disable(accountId, id, 'failing')).toBe('superseded');
      expect(await findStored(webhook)).toEqual({ ...webhook, enabled: false, problem: 'endpoint_gone' });
    });

    it('removes a webhook with its deliveries', async () => {
      const webhook = await anAddedWebhook();
      await lease(webhook, 'i_here');
      const queued = { instance: 'i_here', now: noon(), from: webhook.position, to: aPosition(1) };
      await here.deliveries.enqueue(webhook, { ...queued, deliveries: [aDelivery(1)] });

      expect(await here.webhooks.remove(webhook.accountId, webhook.id)).toBe('removed');

      expect(await findStored(webhook)).toBeUndefined();
      expect(await there.webhooks.listOf(webhook.accountId)).toEqual([]);
      expect(await there.deliveries.listOf(webhook.accountId, webhook.id, { limit: 10 })).toEqual([]);
      expect(await there.webhooks.remove(webhook.accountId, webhook.id)).toBe('not-found');
      expect(await lease(webhook, 'i_here')).toBeUndefined();
    });

    it('removes webhooks and deliveries with their account', async () => {
      const webhook = await anAddedWebhook();
      const { accountId, id } = webhook;
      await lease(webhook, 'i_here');
      const queued = { instance: 'i_here', now: noon(), from: webhook.position, to: aPosition(1) };
      await here.deliveries.enqueue(webhook, { ...queued, deliveries: [aDelivery(1)] });

      await here.accounts.remove(accountId);

      expect(await findStored(webhook)).toBeUndefined();
      expect(await there.webhooks.listOf(accountId)).toEqual([]);
      expect(await there.webhooks.change(accountId, id, { enabled: false })).toBe('not-found');
      expect(await there.deliveries.due(webhook, noon(), 10)).toEqual([]);
      expect(await there.deliveries.find(accountId, id, aPosition(1))).toBeUndefined();
      expect(await there.deliveries.retry(webhook, aPosition(1), noon())).toBe('not-found');
      expect(await findReady([webhook], noon(DAY_MS))).toEqual([]);
    });

    it('counts webhooks that are disabled by a problem', async () => {
      const before = await there.webhooks.countDisabled();
      await anAddedWebhook({ enabled: false, problem: 'failing' });
      await anAddedWebhook({ enabled: false, problem: 'failing' });
      await anAddedWebhook({ enabled: false, problem: 'events_skipped' });
      await anAddedWebhook({ enabled: false });
      await anAddedWebhook({ problem: 'events_skipped' });

      const counts = await there.webhooks.countDisabled();

      expect((counts.get('failing') ?? 0) - (before.get('failing') ?? 0)).toBe(2);
      expect([...counts.keys()]).not.toContain('events_skipped');
    });

    it('is ready when the revision of the account is another than that of its position', async () => {
      const owner = await anOwner(here);
      const webhook = await anAddedWebhook({}, owner);
      expect(await findReady([webhook])).toEqual([]);

      await aPrompt(there, owner);
      expect(await findReady([webhook])).toEqual([referenceTo(webhook)]);

      const ahead = await anAddedWebhook({ position: aPosition(7) });
      expect(await findReady([ahead])).toEqual([referenceTo(ahead)]);
    });

    it('is not ready while it is disabled or leased to another instance, and again once that lease ends', async () => {
      const webhook = await anAddedWebhook({ position: aPosition(7) });
      const disabled = await anAddedWebhook({ position: aPosition(7), enabled: false });

      await lease(webhook, 'i_there', noon(), noon(30 * SECOND_MS));

      expect(await findReady([webhook, disabled], noon(30 * SECOND_MS - 1))).toEqual([]);
      expect(await findReady([webhook], noon(30 * SECOND_MS - 1), 'i_there')).toEqual([referenceTo(webhook)]);
      expect(await findReady([webhook, disabled], noon(30 * SECOND_MS))).toEqual([referenceTo(webhook)]);
    });

    it('returns those whose lease ended longest ago first, and no more than the limit', async () => {
      const owner = await anOwner(here);
      const position = aPosition(7);
      const leasedLast = await anAddedWebhook({ position, createdAt: noon(1) }, owner);
      const leasedFirst = await anAddedWebhook({ position, createdAt: noon(2) }, owner);
      const never = await anAddedWebhook({ position, createdAt: noon(3) }, owner);
      await lease(leasedLast, 'i_1', noon(), noon(2000));
      await lease(leasedFirst, 'i_1', noon(), noon(1000));

      const ready = await findReady([never], noon(DAY_MS));

      expect(ready).toEqual([never, leasedFirst, leasedLast].map(referenceTo));
      const search = { instance: 'i_here', now: noon(DAY_MS), limit: 1 };
      expect(await there.webhooks.findReady(search)).toHaveLength(1);
    });

    it('leases a webhook to one of twenty concurrent instances', async () => {
      const webhook = await anAddedWebhook();
      const leases = await contendOnBoth(TWENTY, ({ webhooks }, index) =>
        webhooks.lease(webhook, { instance: `i_${index}`, now: noon(), until: noon(SECOND_MS) }),
      );

      expect(leases.filter((leased) => leased !== undefined)).toHaveLength(1);
    });

    it('returns the webhook with the revision of its account and the number of pending deliveries', async () => {
      const owner = await anOwner(here);
      const webhook = await anAddedWebhook({}, owner);
      await aPrompt(here, owner);

      const leased = await lease(webhook, 'i_here');
      const queued = { instance: 'i_here', now: noon(), from: webhook.position, to: aPosition(1) };
      await here.deliveries.enqueue(webhook, { ...queued, deliveries: [aDelivery(1), aDelivery(2)] });

      expect(leased).toEqual({ webhook, revision: 1, pending: 0 });
      expect(await lease(webhook, 'i_here')).toEqual({
        webhook: { ...webhook, position: aPosition(1) },
        revision: 1,
        pending: 2,
      });
    });

    it('lets the holder extend its lease, and others have it only when it ended', async () => {
      const webhook = await anAddedWebhook();

      expect(await lease(webhook, 'i_1', noon(), noon(1000))).toBeDefined();
      expect(await lease(webhook, 'i_1', noon(900), noon(2000))).toBeDefined();
      expect(await lease(webhook, 'i_2', noon(1999), noon(3000))).toBeUndefined();
      expect(await lease(webhook, 'i_2', noon(2000), noon(3000))).toBeDefined();
      expect(await lease(webhook, 'i_1', noon(2001), noon(3000))).toBeUndefined();
    });

    it('does not lease a disabled webhook, not even to the holder', async () => {
      const webhook = await anAddedWebhook();
      await lease(webhook, 'i_1');

      await here.webhooks.change(webhook.accountId, webhook.id, { enabled: false });

      expect(await lease(webhook, 'i_1')).toBeUndefined();
    });

    it('ends a lease for its holder only', async () => {
      const webhook = await anAddedWebhook();
      await lease(webhook, 'i_1');

      await here.webhooks.release(webhook, 'i_2', noon());
      expect(await lease(webhook, 'i_2')).toBeUndefined();

      await here.webhooks.release(webhook, 'i_1', noon());
      expect(await lease(webhook, 'i_2')).toBeDefined();
    });
  });
}
