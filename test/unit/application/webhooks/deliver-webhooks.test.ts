import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliverWebhooks } from '../../../../src/application/webhooks/delivery/deliver-webhooks.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import type { Label } from '../../../../src/domain/naming/label.ts';
import type { SealedSecret } from '../../../../src/domain/webhooks/webhook-secret.ts';
import { aCreation, anOrder } from '../../../support/builders/a-prompt.ts';
import { DeliveryBench, fakeSealing } from '../../../support/webhooks/delivery-bench.ts';
import { ACCEPTED, REFUSED } from '../../../support/webhooks/fake-sender.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let bench: DeliveryBench;
let delivery: DeliverWebhooks;
let owner: AccountId;

beforeEach(async () => {
  bench = new DeliveryBench();
  delivery = bench.instance();
  owner = await bench.anOwner();
});

const deliverChange = async (): Promise<void> => {
  await bench.change(owner);
  await bench.tick(delivery);
};

const sentEvents = () => bench.sender.requests.map(({ body }) => JSON.parse(body));

describe('a delivery', () => {
  it('sends every change since the webhook was created, once', async () => {
    await bench.change(owner, 2);
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner, 3);

    await bench.tick(delivery);
    await bench.tick(delivery);

    expect(sentEvents().map(({ id }) => id.split('-')[0])).toEqual(['3', '4', '5']);
    expect((await bench.reread(webhook))?.position.revision).toBe(5);
    expect((await bench.deliveriesOf(webhook)).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(bench.reports).toEqual(['attempt done', 'attempt done', 'attempt done']);
  });

  it('has the event as its body, and an id that names the account and the event', async () => {
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner);

    await bench.tick(delivery);

    const [request] = bench.sender.requests;
    const [event] = sentEvents();
    expect(event).toMatchObject({ type: 'prompt.created', timestamp: bench.now.toISOString(), data: { by: 'api' } });
    expect(request).toMatchObject({ owner, url: webhook.url, id: `${owner}-${event.id}`, at: bench.now });
  });

  it('is signed by the current secret, and by the previous one until its time is up', async () => {
    const until = new Date(bench.now.getTime() + 1000);
    const secrets = {
      current: 'YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=',
      previous: 'YmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmI=',
    };
    await bench.aWebhook(owner, {
      secrets: {
        current: secrets.current as SealedSecret,
        previous: { sealed: secrets.previous as SealedSecret, until },
      },
    });
    await deliverChange();
    bench.pass(1000);
    await deliverChange();

    const signedBy = bench.sender.requests.map((request) => request.secrets.map((each) => each.reveal().slice(6)));
    expect(signedBy).toEqual([[secrets.current, secrets.previous], [secrets.current]]);
  });

  it('is only made for changes that match the filters', async () => {
    const webhook = await bench.aWebhook(owner, { types: ['prompt.deleted'] });
    await bench.change(owner, 3);

    await bench.tick(delivery);

    expect(bench.sender.requests).toEqual([]);
    expect((await bench.reread(webhook))?.position.revision).toBe(3);
    expect(await bench.ports.webhooks.findReady({ instance: 'other', now: bench.now, limit: 9 })).toEqual([]);
  });

  it('continues at the newest change, and reports it, if changes were deleted before they were delivered', async () => {
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner, 3);
    await bench.ports.prompts.changes.deleteBefore(new Date(bench.now.getTime() + 1));

    await bench.tick(delivery);
    await deliverChange();

    expect(sentEvents().map(({ id }) => id.split('-')[0])).toEqual(['4']);
    expect(await bench.reread(webhook)).toMatchObject({ enabled: true, problem: 'events_skipped' });
    expect(bench.reports).toEqual(['skipped', 'attempt done']);
  });

  it.each([99, 499, 998])(
    'is made for all changes of a write that does not fit on a page, after %i others',
    async (others) => {
      await bench.aWebhook(owner);
      await bench.change(owner, others);
      const labels = ['a', 'b', 'c', 'd', 'e'].map((label) => anOrder(label as Label, 'published'));
      await bench.ports.prompts.writer.create(aCreation(owner, { labels, at: bench.now }));
      for (let ticks = 0; ticks < 4; ticks += 1) await bench.tick(delivery);

      expect(new Set(sentEvents().map(({ id }) => id)).size).toBe(others + 6);
    },
  );

  it('waits in the feed while 1,000 others are pending', async () => {
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner, 1003);
    bench.sender.respond = () => REFUSED;
    for (let ticks = 0; ticks < 5; ticks += 1) await bench.tick(delivery);

    const pending = await bench.deliveriesOf(webhook);
    expect(pending).toHaveLength(1000);
    expect(pending.every(({ state, attempts }) => state === 'pending' && attempts === 1)).toBe(true);
    expect((await bench.reread(webhook))?.position.revision).toBe(1000);

    bench.sender.respond = () => ACCEPTED;
    for (let ticks = 0; ticks < 5; ticks += 1) {
      bench.pass(15_000);
      await bench.tick(delivery);
    }
    expect((await bench.reread(webhook))?.position.revision).toBe(1003);
    expect(new Set(sentEvents().map(({ id }) => id)).size).toBe(1003);
  });
});

describe('a delivery that fails', () => {
  /** The time from each attempt to the next in seconds, second by second as the schedule would. */
  async function attemptGaps(): Promise<readonly number[]> {
    const times: number[] = [];
    for (let due: Date | null | undefined = bench.now; due; ) {
      bench.now = due;
      await bench.tick(delivery);
      times.push(due.getTime() / 1000);
      const [webhook] = await bench.ports.webhooks.listOf(owner);
      due = webhook && (await bench.deliveriesOf(webhook))[0]?.dueAt;
    }
    return times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
  }

  it.each([
    [0, [4.5, 270, 1620, 6480, 16_200, 32_400, 45_360, 64_800, 77_760]],
    [255, [5.5, 330, 1980, 7920, 19_800, 39_600, 55_440, 79_200, 95_040]],
  ])('is retried nine times, later each time, by chance %i', async (randomByte, gaps) => {
    bench.randomByte = randomByte;
    bench.sender.respond = () => REFUSED;
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner);

    expect(await attemptGaps()).toEqual(gaps.map(Math.round));
    expect(bench.sender.requests).toHaveLength(10);
    expect(new Set(bench.sender.requests.map(({ id }) => id)).size).toBe(1);
    expect(await bench.deliveriesOf(webhook)).toMatchObject([
      { state: 'failed', attempts: 10, dueAt: null, lastAttempt: { status: 500, response: 'no' } },
    ]);
    expect(bench.reports).toEqual([...new Array(9).fill('attempt pending'), 'attempt failed']);
  });

  it('is not sent again before its time', async () => {
    bench.sender.respond = () => REFUSED;
    await bench.aWebhook(owner);
    await deliverChange();
    bench.pass(4999);
    await bench.tick(delivery);

    expect(bench.sender.requests).toHaveLength(1);
  });

  it('disables the webhook when the receiver responds 410, and sends nothing more', async () => {
    bench.sender.respond = () => ({ ...REFUSED, status: 410 }) as typeof REFUSED;
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner, 9);
    await bench.tick(delivery);
    bench.pass(DAY_MS);
    await bench.tick(delivery);

    expect(bench.sender.requests.length).toBeLessThanOrEqual(4);
    expect(await bench.reread(webhook)).toMatchObject({ enabled: false, problem: 'endpoint_gone' });
    expect(bench.reports).toContain('disabled endpoint_gone');
  });

  it('disables the webhook after five days without a success', async () => {
    bench.sender.respond = () => REFUSED;
    const webhook = await bench.aWebhook(owner);
    for (let hours = 0; hours < 5 * 24; hours += 1) {
      await deliverChange();
      bench.pass(HOUR_MS);
    }
    expect(await bench.reread(webhook)).toMatchObject({ enabled: true, problem: null });

    await deliverChange();

    expect(await bench.reread(webhook)).toMatchObject({ enabled: false, problem: 'failing' });
    expect(bench.reports.at(-1)).toBe('disabled failing');
  });

  it('does not disable the webhook if another one succeeded in between', async () => {
    bench.sender.respond = () => REFUSED;
    const webhook = await bench.aWebhook(owner);
    await deliverChange();
    bench.pass(4 * DAY_MS);
    bench.sender.respond = () => ACCEPTED;
    await deliverChange();
    bench.pass(2 * DAY_MS);
    bench.sender.respond = () => REFUSED;
    await deliverChange();

    expect(await bench.reread(webhook)).toMatchObject({ enabled: true, problem: null });
  });
});

describe('attempts in flight', () => {
  it('are at most four for a webhook, and the next begins when one ends', async () => {
    await bench.aWebhook(owner);
    await bench.change(owner, 10);
    bench.sender.hold();
    await bench.tick(delivery);

    expect(bench.sender.inFlight).toBe(4);
    bench.sender.finish();
    await bench.settle();
    expect(bench.sender.inFlight).toBe(4);
    bench.sender.finish();
    await bench.settle();
    bench.sender.finish();
    await bench.settle();
    expect(bench.sender.requests).toHaveLength(10);
    expect(bench.sender.inFlightMax).toBe(4);
  });

  it('are at most sixteen for an instance', async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, () => bench.anOwner()));
    for (const each of owners) {
      await bench.aWebhook(each);
      await bench.change(each, 4);
    }
    bench.sender.hold();
    await bench.tick(delivery);
    await bench.tick(delivery);

    expect(bench.sender.inFlight).toBeGreaterThanOrEqual(15);
    expect(bench.sender.inFlightMax).toBeLessThanOrEqual(16);
  });

  it('of one account leave room for others, however slow its receivers are', async () => {
    for (let webhooks = 0; webhooks < 10; webhooks += 1) await bench.aWebhook(owner);
    await bench.change(owner, 20);
    bench.sender.hold();
    for (let ticks = 0; ticks < 3; ticks += 1) await bench.tick(delivery);
    expect(bench.sender.inFlight).toBe(8);

    const others = await Promise.all(Array.from({ length: 3 }, () => bench.anOwner()));
    for (const other of others) {
      await bench.aWebhook(other);
      await bench.change(other);
    }
    await bench.tick(delivery);

    const served = new Set(bench.sender.requests.map((request) => request.owner));
    expect(others.filter((other) => !served.has(other))).toEqual([]);
  });

  it('of one webhook leave room for the others of the account', async () => {
    const [slow, quick] = [await bench.aWebhook(owner), await bench.aWebhook(owner)];
    await bench.change(owner, 6);
    bench.sender.hold();
    await bench.tick(delivery);
    for (let rounds = 0; rounds < 4; rounds += 1) {
      bench.sender.finish(undefined, ({ url }) => url === quick.url);
      await bench.settle();
    }

    const countOf = (url: string) => bench.sender.requests.filter((request) => request.url === url).length;
    expect({ slow: countOf(slow.url), quick: countOf(quick.url) }).toEqual({ slow: 4, quick: 6 });
  });
});

describe('a webhook', () => {
  it('gets nothing more once it is disabled or removed', async () => {
    const [disabled, removed] = [await bench.aWebhook(owner), await bench.aWebhook(owner)];
    await bench.change(owner, 10);
    bench.sender.hold();
    await bench.tick(delivery);
    const before = bench.sender.requests.length;
    await bench.ports.webhooks.change(owner, disabled.id, { enabled: false });
    await bench.ports.webhooks.remove(owner, removed.id);
    await bench.tick(delivery);
    bench.sender.finish();
    await bench.settle();
    await bench.tick(delivery);

    expect(bench.sender.requests).toHaveLength(before);
    expect(delivery.leaseCount).toBe(0);
  });

  it('gets events at its new URL once that was changed', async () => {
    const webhook = await bench.aWebhook(owner);
    await deliverChange();
    await bench.ports.webhooks.change(owner, webhook.id, { url: 'https://new.example/' });
    await deliverChange();

    expect(bench.sender.requests.map(({ url }) => url)).toEqual([webhook.url, 'https://new.example/']);
  });

  it('is disabled if its secret was lost with the keyring', async () => {
    const secrets = { current: 'lost:' as SealedSecret, previous: null };
    const webhook = await bench.aWebhook(owner, { secrets });
    await deliverChange();

    expect(await bench.reread(webhook)).toMatchObject({ enabled: false, problem: 'secret_lost' });
    expect(bench.sender.requests).toEqual([]);
    expect(bench.reports).toEqual(['disabled secret_lost']);
  });

  it('is tried again later if its secret does not open, and does not delay others', async () => {
    const broken = await bench.aWebhook(owner, { secrets: { current: 'broken:' as SealedSecret, previous: null } });
    const other = await bench.aWebhook(owner);
    await deliverChange();
    await bench.tick(delivery);

    expect(bench.sender.requests.map(({ url }) => url)).toEqual([other.url]);
    expect(bench.reports.filter((report) => report === 'error BrokenSeal')).toHaveLength(1);

    const { secrets } = other;
    await bench.ports.webhooks.replaceSecrets(broken, secrets);
    bench.pass(10_000);
    await bench.tick(delivery);
    expect(bench.sender.requests.map(({ url }) => url)).toEqual([other.url, broken.url]);
  });

  it('is signed by the current secret alone if the previous one does not open', async () => {
    const previous = { sealed: 'broken:' as SealedSecret, until: new Date(bench.now.getTime() + DAY_MS) };
    const webhook = await bench.aWebhook(owner);
    await bench.ports.webhooks.replaceSecrets(webhook, { ...webhook.secrets, previous });
    await deliverChange();

    const current = await fakeSealing.open(webhook.secrets.current, webhook);
    expect(bench.sender.requests[0]?.secrets.map((secret) => secret.reveal())).toEqual([current.reveal()]);
  });
});
