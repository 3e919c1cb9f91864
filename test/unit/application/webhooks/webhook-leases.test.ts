import { beforeEach, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import type { DeliverWebhooks } from '../../../../src/application/webhooks/delivery/deliver-webhooks.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import type { StoragePorts } from '../../../support/storage/backends.ts';
import { DeliveryBench } from '../../../support/webhooks/delivery-bench.ts';
import { ACCEPTED, REFUSED } from '../../../support/webhooks/fake-sender.ts';

const LEASE_MS = 30_000;

let bench: DeliveryBench;
let owner: AccountId;

beforeEach(async () => {
  bench = new DeliveryBench();
  owner = await bench.anOwner();
});

describe('two instances', () => {
  it('deliver every event once between them', async () => {
    const [one, other] = [bench.instance('i_1'), bench.instance('i_2')];
    for (let webhooks = 0; webhooks < 5; webhooks += 1) await bench.aWebhook(owner);
    for (let rounds = 0; rounds < 5; rounds += 1) {
      await bench.change(owner, 3);
      await Promise.all([one.tick(), other.tick()]);
      await bench.settle();
    }

    expect(bench.sender.requests).toHaveLength(5 * 15);
    expect(new Set(bench.sender.requests.map(({ url, id }) => `${url} ${id}`)).size).toBe(5 * 15);
  });

  it('continue the work of one that crashed once its lease has expired', async () => {
    const [crashed, other] = [bench.instance('i_1'), bench.instance('i_2')];
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner, 6);
    bench.sender.hold();
    await bench.tick(crashed);
    expect(bench.sender.requests).toHaveLength(4);

    bench.sender.respond = () => ACCEPTED;
    bench.pass(LEASE_MS - 1);
    await bench.tick(other);
    expect(bench.sender.requests).toHaveLength(4);
    bench.pass(1);
    await bench.tick(other);

    const states = (await bench.deliveriesOf(webhook)).map(({ state, attempts }) => ({ state, attempts }));
    expect(states).toEqual(new Array(6).fill({ state: 'done', attempts: 1 }));
  });

  it('record an attempt once if it outlived its lease', async () => {
    const [slow, other] = [bench.instance('i_1'), bench.instance('i_2')];
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner);
    bench.sender.hold();
    await bench.tick(slow);
    bench.pass(LEASE_MS);
    bench.sender.respond = () => ACCEPTED;
    await bench.tick(other);

    bench.sender.finish(REFUSED);
    await bench.settle();
    await bench.tick(slow);

    expect(await bench.deliveriesOf(webhook)).toMatchObject([{ state: 'done', attempts: 1 }]);
    expect((await bench.reread(webhook))?.failingSince).toBeNull();
    expect(bench.reports).toEqual(['attempt done']);
    expect(slow.leaseCount).toBe(0);
  });

  it('do not begin an attempt that could outlive the lease', async () => {
    const [slow, other] = [bench.instance('i_1'), bench.instance('i_2')];
    await bench.aWebhook(owner);
    await bench.change(owner, 8);
    bench.sender.hold();
    await bench.tick(slow);
    // The process was suspended, and the attempts end before its next tick.
    bench.pass(LEASE_MS);
    bench.sender.respond = () => ACCEPTED;
    await bench.ports.webhooks.findReady({ instance: 'i_2', now: bench.now, limit: 1 });
    await other.tick();
    await bench.settle();
    const before = bench.sender.requests.length;
    bench.sender.finish();
    await bench.settle();

    expect(bench.sender.requests).toHaveLength(before);
  });

  it('extend the lease while attempts take long', async () => {
    const [slow, other] = [bench.instance('i_1'), bench.instance('i_2')];
    await bench.aWebhook(owner);
    await bench.change(owner, 8);
    bench.sender.hold();
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await bench.tick(slow);
      await bench.tick(other);
      if (seconds % 14 === 13) bench.sender.finish();
      await bench.settle();
      bench.pass(1000);
    }

    expect(bench.sender.requests).toHaveLength(8);
  });
});

describe('an instance that stops', () => {
  const never = new Promise<void>(() => {});

  it('waits for attempts in flight, records them, and releases its leases', async () => {
    const [stopping, other] = [bench.instance('i_1'), bench.instance('i_2')];
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner, 6);
    bench.sender.hold();
    await bench.tick(stopping);
    const stopped = stopping.stop(never);
    await bench.settle();
    bench.sender.finish();
    await stopped;

    expect(bench.sender.requests).toHaveLength(4);
    expect((await bench.deliveriesOf(webhook)).filter(({ state }) => state === 'done')).toHaveLength(4);
    bench.sender.respond = () => ACCEPTED;
    await bench.tick(other);
    expect(bench.sender.requests).toHaveLength(6);
  });

  it('gives back attempts that take too long, which another instance makes again', async () => {
    const [stopping, other] = [bench.instance('i_1'), bench.instance('i_2')];
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner);
    bench.sender.hold();
    await bench.tick(stopping);
    await stopping.stop(Promise.resolve());

    expect(await bench.deliveriesOf(webhook)).toMatchObject([{ state: 'pending', attempts: 0 }]);
    bench.sender.respond = () => ACCEPTED;
    await bench.tick(other);
    expect(await bench.deliveriesOf(webhook)).toMatchObject([{ state: 'done', attempts: 1 }]);
  });
});

describe('an outage of the storage', () => {
  let isAway: boolean;
  let delivery: DeliverWebhooks;

  /** Ports of which every call fails while the storage is away. */
  function fragile(): Pick<StoragePorts, 'webhooks' | 'deliveries'> {
    const guard = <Port extends object>(port: Port): Port =>
      new Proxy(port, {
        get: (target, name) => {
          const method: unknown = Reflect.get(target, name);
          if (typeof method !== 'function') return method;
          return async (...parameters: unknown[]) => {
            if (isAway) throw new StorageUnavailable('storage', new Error('connect ECONNREFUSED'));
            return Reflect.apply(method, target, parameters);
          };
        },
      });
    return { webhooks: guard(bench.ports.webhooks), deliveries: guard(bench.ports.deliveries) };
  }

  beforeEach(() => {
    isAway = false;
    delivery = bench.instance('i_1', fragile());
  });

  it('rejects the tick, and the next one continues', async () => {
    await bench.aWebhook(owner);
    await bench.change(owner);
    isAway = true;

    await expect(delivery.tick()).rejects.toThrow(StorageUnavailable);
    isAway = false;
    await bench.tick(delivery);
    expect(bench.sender.requests).toHaveLength(1);
  });

  it('while an attempt is in flight loses no result, and does not repeat the attempt', async () => {
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner, 4);
    bench.sender.hold();
    await bench.tick(delivery);
    isAway = true;
    bench.sender.finish();
    await bench.settle();
    await expect(delivery.tick()).rejects.toThrow(StorageUnavailable);
    expect((await bench.deliveriesOf(webhook)).map(({ state }) => state)).toEqual(new Array(4).fill('pending'));

    isAway = false;
    bench.pass(1000);
    await bench.tick(delivery);
    await bench.tick(delivery);

    expect(bench.sender.requests).toHaveLength(4);
    expect((await bench.deliveriesOf(webhook)).map(({ state }) => state)).toEqual(new Array(4).fill('done'));
    expect(delivery.leaseCount).toBe(0);
  });

  it('longer than the lease, another instance repeats the attempt, and one result is recorded', async () => {
    const other = bench.instance('i_2');
    const webhook = await bench.aWebhook(owner);
    await bench.change(owner);
    bench.sender.hold();
    await bench.tick(delivery);
    isAway = true;
    bench.sender.finish();
    await bench.settle();
    bench.pass(LEASE_MS);
    bench.sender.respond = () => ACCEPTED;
    await bench.tick(other);
    isAway = false;
    await bench.tick(delivery);

    expect(bench.sender.requests).toHaveLength(2);
    expect(await bench.deliveriesOf(webhook)).toMatchObject([{ state: 'done', attempts: 1 }]);
    expect(bench.reports.filter((report) => report === 'attempt done')).toHaveLength(1);
  });
});
