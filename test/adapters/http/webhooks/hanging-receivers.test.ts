import { expect, it, onTestFinished } from 'vitest';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { MISBEHAVIORS, RawReceiver } from '../../../support/webhooks/raw-receiver.ts';
import { WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { Api } from '../support/api.ts';
import { WebhookClient } from './webhook-client.ts';

const SETTINGS = {
  PROMPTHOLD_WEBHOOKS_ENABLED: 'true',
  PROMPTHOLD_WEBHOOKS_ALLOW: '127.0.0.1',
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
};

it.each(['switches protocols', 'sends nothing'])(
  'five accounts neither delay the events of another, nor the end of the service, if their receiver %s',
  async (name) => {
    const service = await ServiceProcess.start({ settings: SETTINGS });
    onTestFinished(() => service.dispose());
    const api = new Api(service.url);
    const hanging = await RawReceiver.start(MISBEHAVIORS[name] ?? (() => {}));
    for (let accounts = 0; accounts < 5; accounts += 1) {
      const client = await WebhookClient.open(api);
      for (let webhooks = 0; webhooks < 3; webhooks += 1) await client.create(hanging.url);
      for (const prompt of ['a', 'b', 'c', 'd']) await client.change(prompt);
    }
    await expect.poll(() => hanging.acceptedCount).toBeGreaterThanOrEqual(12);

    const healthy = await WebhookClient.open(api);
    const receiver = await WebhookReceiver.start();
    const webhook = await healthy.create(receiver.url);
    await healthy.change('support/reply');
    await receiver.received(1);
    await expect.poll(async () => (await healthy.deliveries(webhook, '?state=done')).data).toHaveLength(1);

    expect(await service.stop()).toBe(0);
  },
);
