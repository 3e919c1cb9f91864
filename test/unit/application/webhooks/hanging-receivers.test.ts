import { beforeEach, describe, expect, it } from 'vitest';
import type { SendOutcome } from '../../../../src/application/ports/webhooks/webhook-sender.ts';
import type { DeliverWebhooks } from '../../../../src/application/webhooks/delivery/deliver-webhooks.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import { DeliveryBench } from '../../../support/webhooks/delivery-bench.ts';
import { ACCEPTED, type FakeSender } from '../../../support/webhooks/fake-sender.ts';

const TIMED_OUT = { kind: 'unreachable', error: 'no response within 15 seconds' } as const;

let bench: DeliveryBench;
let delivery: DeliverWebhooks;
let hold: FakeSender['respond'];

beforeEach(() => {
  bench = new DeliveryBench();
  delivery = bench.instance();
  bench.sender.hold();
  hold = bench.sender.respond;
});

/** Accounts whose receivers never respond, with more events than can be in flight. All others accept. */
async function hangingAccounts(count: number): Promise<ReadonlySet<AccountId>> {
  const owners = new Set<AccountId>();
  bench.sender.respond = (request) => (owners.has(request.owner) ? hold(request) : ACCEPTED);
  for (let index = 0; index < count; index += 1) {
    const owner = await bench.anOwner();
    owners.add(owner);
    for (let webhooks = 0; webhooks < 4; webhooks += 1) await bench.aWebhook(owner);
    await bench.change(owner, 10);
  }
  return owners;
}

/** Ends the attempts in flight, and those that begin in their place. */
async function finishRounds(count: number, outcome: SendOutcome): Promise<void> {
  for (let rounds = 0; rounds < count; rounds += 1) {
    bench.sender.finish(outcome);
    await bench.settle();
    await bench.tick(delivery);
  }
}

async function isServed(owner: AccountId): Promise<boolean> {
  const webhook = await bench.aWebhook(owner);
  await bench.change(owner, 5);
  await bench.tick(delivery);
  return (await bench.deliveriesOf(webhook)).every(({ state }) => state === 'done');
}

describe('a receiver that responds gets its events at once', () => {
  it.each([1, 5, 8])('although the receivers of %i other accounts hang', async (count) => {
    await hangingAccounts(count);
    for (let ticks = 0; ticks < 3; ticks += 1) await bench.tick(delivery);
    expect(bench.sender.inFlight).toBeGreaterThanOrEqual(8);

    expect(await isServed(await bench.anOwner())).toBe(true);
  });

  it('however many other accounts have receivers that have not responded since their last event', async () => {
    await hangingAccounts(20);
    await bench.tick(delivery);
    await finishRounds(20, TIMED_OUT);
    const others = await Promise.all(Array.from({ length: 4 }, () => bench.anOwner()));

    for (const other of others) expect(await isServed(other)).toBe(true);
  });
});

describe('receivers that have not responded since their last event', () => {
  it('get half of the slots between them, until they respond', async () => {
    await hangingAccounts(12);
    await bench.tick(delivery);
    expect(bench.sender.inFlight).toBe(16);
    await finishRounds(20, TIMED_OUT);
    expect(bench.sender.inFlight).toBe(8);

    await finishRounds(10, ACCEPTED);
    expect(bench.sender.inFlight).toBeGreaterThan(8);
  });
});
