import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Api } from '../../adapters/http/support/api.ts';
import { WebhookClient } from '../../adapters/http/webhooks/webhook-client.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.ts';

const SETTINGS = {
  PROMPTHOLD_WEBHOOKS_ENABLED: 'true',
  PROMPTHOLD_WEBHOOKS_ALLOW: '127.0.0.1',
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
};
const CHANGES = 60;

/** An instance with an account that has a webhook, and the receiver of its events. */
async function start(fresh: () => Promise<FreshStorage>) {
  const installation = await createTestInstallation(fresh, SETTINGS);
  const first = await installation.serve();
  const receiver = await WebhookReceiver.start();
  const client = await WebhookClient.open(new Api(first.url));
  const webhook = await client.create(receiver.url);
  const make = async (from: number, count: number) => {
    for (let index = from; index < from + count; index += 1) await client.change(`p${index}`);
  };
  return { installation, first, receiver, client, webhook, make };
}

async function eventIds(client: WebhookClient): Promise<readonly string[]> {
  const { body } = await client.call('GET', '/changes?after=0&limit=200');
  return z
    .object({ data: z.array(z.object({ id: z.string() })) })
    .parse(body)
    .data.map(({ id }) => id);
}

const idIn = (body: string): string => z.object({ id: z.string() }).parse(JSON.parse(body)).id;

describe.each(realStorages)('on $name, a webhook', ({ fresh }) => {
  it('gets each event exactly once from two instances that run undisturbed', async () => {
    const { installation, receiver, client, webhook, make } = await start(fresh);
    await installation.serve();

    await make(0, CHANGES);

    const received = await receiver.received(CHANGES);
    const verifier = new Webhook(webhook.secret);
    for (const { body, headers } of received) verifier.verify(body, headers as Record<string, string>);
    const ids = received.map(({ body }) => idIn(body));
    expect(ids.toSorted()).toEqual((await eventIds(client)).toSorted());
    await expect
      .poll(async () => (await client.deliveries(webhook, '?state=done&limit=200')).data.length)
      .toBe(CHANGES);
    expect(receiver.requests).toHaveLength(CHANGES);
  });

  it.each([
    ['SIGKILL', 'its lease expires'],
    ['SIGTERM', 'it gives back its lease'],
  ] as const)('loses no event when the instance that delivers gets %s: %s', async (signal, _why) => {
    const { installation, first, receiver, client, webhook, make } = await start(fresh);
    await make(0, CHANGES / 2);
    await receiver.received(CHANGES / 2);
    receiver.respond = () => {};
    await make(CHANGES / 2, CHANGES / 2);
    await receiver.received(CHANGES / 2 + 4);
    const second = client.at(new Api((await installation.serve()).url));
    await end(first, signal);
    receiver.respond = (response) => response.writeHead(204).end();

    const expected = new Set(await eventIds(second));
    expect(expected.size).toBe(CHANGES);
    await expect
      .poll(async () => (await second.deliveries(webhook, '?state=done&limit=200')).data.length, {
        timeout: 120_000,
        interval: 500,
      })
      .toBe(CHANGES);
    const received = new Set(receiver.requests.map(({ body }) => idIn(body)));
    expect([...expected].filter((id) => !received.has(id))).toEqual([]);
  });
});

async function end(service: ServiceProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  service.signal(signal);
  const code = await service.exited;
  if (signal === 'SIGTERM') expect(code).toBe(0);
}
