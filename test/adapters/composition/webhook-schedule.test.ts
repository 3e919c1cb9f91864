import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logDeliveries } from '../../../src/adapters/inbound/schedule/log-deliveries.ts';
import { WebhookSchedule } from '../../../src/adapters/inbound/schedule/webhook-schedule.ts';
import { DeleteExpired } from '../../../src/application/maintenance/delete-expired.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { DELIVERY_RETENTION_MS } from '../../../src/domain/webhooks/webhook-delivery.ts';
import { DeliveryBench } from '../../support/webhooks/delivery-bench.ts';
import { ACCEPTED, REFUSED } from '../../support/webhooks/fake-sender.ts';

const DAY_MS = 86_400_000;

describe('WebhookSchedule', () => {
  let bench: DeliveryBench;
  let schedule: WebhookSchedule;
  let lines: Record<string, unknown>[];
  let failure: unknown;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    bench = new DeliveryBench();
    lines = [];
    failure = undefined;
    const log = pino({ level: 'debug', base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
    vi.spyOn(bench, 'observer', 'get').mockReturnValue(logDeliveries(log));
    const { webhooks, deliveries } = bench.ports;
    const findReady = webhooks.findReady.bind(webhooks);
    webhooks.findReady = async (search) => {
      if (failure) throw failure;
      return findReady(search);
    };
    schedule = new WebhookSchedule(
      bench.instance(),
      new DeleteExpired(deliveries, bench.clock, DELIVERY_RETENTION_MS),
      log,
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const messages = () => lines.map(({ msg }) => msg);

  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      bench.pass(1000);
      vi.advanceTimersByTime(1000);
      await bench.settle();
    }
  }

  it('delivers every second', async () => {
    const owner = await bench.anOwner();
    await bench.aWebhook(owner);
    schedule.start();
    await bench.settle();
    await bench.change(owner);
    await pass(1);
    await bench.change(owner);
    await pass(1);

    expect(bench.sender.requests).toHaveLength(2);
  });

  it('reports an outage of the storage once, and continues after it', async () => {
    const owner = await bench.anOwner();
    await bench.aWebhook(owner);
    await bench.change(owner);
    failure = new StorageUnavailable('storage', new Error('connect ECONNREFUSED'));
    schedule.start();
    await pass(3);
    expect(messages()).toEqual(['webhooks wait for the storage']);

    failure = undefined;
    await pass(1);
    expect(bench.sender.requests).toHaveLength(1);
  });

  it('reports a failed tick, and continues after it', async () => {
    failure = new Error('a bug');
    schedule.start();
    await bench.settle();
    await pass(2);

    expect(messages()).toEqual(new Array(3).fill('webhooks were not delivered'));
  });

  it('logs failed deliveries and disabled webhooks by their ids, without the URL', async () => {
    const owner = await bench.anOwner();
    const webhook = await bench.aWebhook(owner, { url: 'https://hooks.example/?token=s3cr3t' });
    await bench.change(owner);
    bench.sender.respond = () => REFUSED;
    schedule.start();
    await bench.settle();
    bench.sender.respond = () => ({ ...REFUSED, status: 410 }) as typeof REFUSED;
    await pass(6);

    expect(lines).toMatchObject([
      { level: 30, account: owner, webhook: webhook.id, willRetry: true, msg: 'delivery to a webhook failed' },
      { level: 30, account: owner, webhook: webhook.id, willRetry: false, msg: 'delivery to a webhook failed' },
      { level: 40, account: owner, webhook: webhook.id, problem: 'endpoint_gone', msg: 'webhook was disabled' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('s3cr3t');
  });

  it('deletes deliveries after seven days', async () => {
    const owner = await bench.anOwner();
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner);
    schedule.start();
    await bench.settle();
    expect(await bench.deliveriesOf(webhook)).toHaveLength(1);
    bench.pass(7 * DAY_MS + 1);
    vi.advanceTimersByTime(3_600_000);
    await bench.settle();

    expect(await bench.deliveriesOf(webhook)).toEqual([]);
  });

  it.each([
    ['gives back attempts that do not end in time', (bench: DeliveryBench) => bench.sender.hold()],
    [
      'does not wait for an attempt that ignores its interruption',
      (bench: DeliveryBench) => {
        bench.sender.send = (request) => {
          bench.sender.requests.push(request);
          return new Promise(() => {});
        };
      },
    ],
  ])('%s when it stops', async (_title, hang) => {
    const { deliveries } = bench.ports;
    const times = { finishMs: 20, giveBackMs: 20 };
    const quick = new WebhookSchedule(
      bench.instance(),
      new DeleteExpired(deliveries, bench.clock, DELIVERY_RETENTION_MS),
      pino({ level: 'silent' }),
      times,
    );
    const owner = await bench.anOwner();
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner);
    hang(bench);
    quick.start();
    await bench.settle();
    expect(bench.sender.requests).toHaveLength(1);
    await quick.stop();

    expect(await bench.deliveriesOf(webhook)).toMatchObject([{ state: 'pending', attempts: 0 }]);
  });

  it('ends attempts in flight when it stops, and delivers nothing more', async () => {
    const owner = await bench.anOwner();
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner);
    bench.sender.hold();
    schedule.start();
    await bench.settle();
    const stopped = schedule.stop();
    await bench.settle();
    bench.sender.finish(ACCEPTED);
    await stopped;
    await bench.change(owner);
    await pass(2);

    expect(await bench.deliveriesOf(webhook)).toMatchObject([{ state: 'done' }]);
    expect(bench.sender.requests).toHaveLength(1);
  });
});
