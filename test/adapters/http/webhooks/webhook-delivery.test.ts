import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePrometheus, sampleValue } from '../../../support/service/prometheus-text.ts';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { type ReceivedRequest, type Respond, WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { rejectionIn } from '../prompts/support/client.ts';
import { Api, pathsIn } from '../support/api.ts';
import { WebhookClient } from './webhook-client.ts';

const SETTINGS = {
  PROMPTHOLD_WEBHOOKS_ENABLED: 'true',
  PROMPTHOLD_WEBHOOKS_ALLOW: '127.0.0.1',
  PROMPTHOLD_METRICS_ENABLED: 'true',
  PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
  PROMPTHOLD_LOG_LEVEL: 'trace',
};

const refuse: Respond = (response) => response.writeHead(500).end('out of order');
const accept: Respond = (response) => response.writeHead(204).end();

let service: ServiceProcess;
let api: Api;

beforeAll(async () => {
  service = await ServiceProcess.start({ settings: SETTINGS });
  api = new Api(service.url);
});
afterAll(() => service.dispose());

const verify = (secret: string, { body, headers }: ReceivedRequest) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('a webhook', () => {
  it('gets every change as a signed event, once', async () => {
    const receiver = await WebhookReceiver.start();
    const client = await WebhookClient.open(api);
    await client.change('before');
    const webhook = await client.create(receiver.url);
    await client.change('support/reply', { labels: ['production'] });

    const received = await receiver.received(2);

    const events = received.map((request) => verify(webhook.secret, request) as { id: string; type: string });
    expect(events.map(({ type }) => type).sort()).toEqual(['label.moved', 'prompt.created']);
    const { body } = await client.call('GET', '/changes?limit=2');
    expect(body).toMatchObject({ data: expect.arrayContaining(events) });
    for (const { headers, method } of received) {
      expect(method).toBe('POST');
      expect(headers['user-agent']).toMatch(/^Prompthold\/\d+\.\d+\.\d+/);
      expect(events.map(({ id }) => `${client.owner.userId}-${id}`)).toContain(headers['webhook-id']);
    }
    await expect
      .poll(async () => (await client.deliveries(webhook)).data)
      .toEqual(
        ['label.moved', 'prompt.created'].map((type) => ({
          eventId: events.find((event) => event.type === type)?.id,
          state: 'done',
          attempts: 1,
          dueAt: null,
          status: 204,
          error: null,
          response: '',
        })),
      );
    expect(received).toHaveLength(2);
  });

  /** Saving contacts none of them: they are addresses already, and nothing changes that could be delivered. */
  it.each(['http://10.0.0.1/', 'http://[::ffff:169.254.169.254]/'])(
    'cannot be created for the private or reserved address %s',
    async (url) => {
      const client = await WebhookClient.open(api);
      const response = await client.call('POST', '/webhooks', { url });

      expect(response.status).toBe(422);
      expect(pathsIn(response)).toEqual(['url']);
      expect(response.text).toContain('private or reserved address');
    },
  );
});

describe('POST /api/webhooks/{id}/deliveries/{eventId}/retry', () => {
  it('delivers a failed event again', async () => {
    const receiver = await WebhookReceiver.start(refuse);
    const client = await WebhookClient.open(api);
    const webhook = await client.create(receiver.url);
    await client.change('support/reply');
    await receiver.received(1);
    await expect.poll(async () => (await client.deliveries(webhook, '?state=pending')).data[0]?.attempts).toBe(1);
    const [failed] = (await client.deliveries(webhook)).data;
    expect(failed).toMatchObject({
      state: 'pending',
      status: 500,
      error: 'the receiver responded 500',
      response: 'out of order',
    });
    receiver.respond = accept;

    const retried = await client.call('POST', `${webhook.path}/deliveries/${failed?.eventId}/retry`);

    expect(retried.status).toBe(202);
    expect(retried.body).toMatchObject({ data: { eventId: failed?.eventId, state: 'pending', attempts: 1 } });
    const received = await receiver.received(2);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await expect
      .poll(async () => (await client.deliveries(webhook)).data)
      .toMatchObject([{ state: 'done', attempts: 2, status: 204, error: null }]);
  });

  it('is 404 for an unknown event, and for a webhook of another account', async () => {
    const client = await WebhookClient.open(api);
    const webhook = await client.create('http://127.0.0.1:9/');
    await client.change('support/reply');
    await expect.poll(async () => (await client.deliveries(webhook)).data).toHaveLength(1);
    const eventId = (await client.deliveries(webhook)).data[0]?.eventId ?? '';
    const otherCheck = `${eventId.slice(0, -8)}${eventId.endsWith('0') ? '1'.repeat(8) : '0'.repeat(8)}`;
    const stranger = await WebhookClient.open(api);
    const retry = (by: WebhookClient, event: string) => by.call('POST', `${webhook.path}/deliveries/${event}/retry`);

    const unknown = [await retry(client, '9-9-00000000'), await retry(client, 'x'), await retry(client, otherCheck)];

    expect(unknown.map(rejectionIn)).toEqual(unknown.map(() => '404 delivery_not_found'));
    expect(rejectionIn(await retry(stranger, eventId))).toBe('404 webhook_not_found');
  });
});

describe('GET /api/webhooks/{id}/deliveries', () => {
  it('lists the newest first, page by page, and by state', async () => {
    const receiver = await WebhookReceiver.start((response, { body }) =>
      (body.includes('"b"') ? refuse : accept)(response, { method: '', path: '', headers: {}, body }),
    );
    const client = await WebhookClient.open(api);
    const webhook = await client.create(receiver.url);
    for (const name of ['a', 'b', 'c']) await client.change(name);
    await expect
      .poll(async () => (await client.deliveries(webhook)).data.map(({ state, attempts }) => `${state} ${attempts}`))
      .toEqual(['done 1', 'pending 1', 'done 1']);

    const first = await client.deliveries(webhook, '?limit=2');
    const second = await client.deliveries(webhook, `?limit=2&cursor=${first.nextCursor}`);

    expect(first.data).toHaveLength(2);
    expect(second).toMatchObject({ data: [{ state: 'done' }], nextCursor: null });
    expect((await client.deliveries(webhook, '?state=done')).data).toHaveLength(2);
    expect((await client.deliveries(webhook, '?state=pending')).data).toHaveLength(1);
    expect((await client.deliveries(webhook, '?state=failed')).data).toEqual([]);
  });

  it('is 400 for an unknown state or cursor, and 404 for another account', async () => {
    const client = await WebhookClient.open(api);
    const stranger = await WebhookClient.open(api);
    const { path } = await client.create('http://127.0.0.1:9/');

    expect((await client.call('GET', `${path}/deliveries?state=lost`)).status).toBe(400);
    expect((await client.call('GET', `${path}/deliveries?cursor=x`)).status).toBe(400);
    expect((await stranger.call('GET', `${path}/deliveries`)).status).toBe(404);
  });
});

describe('POST /api/webhooks/{id}/test', () => {
  it('sends one signed event of the type webhook.test, and stores no delivery', async () => {
    const receiver = await WebhookReceiver.start();
    const client = await WebhookClient.open(api);
    const webhook = await client.create(receiver.url);

    const response = await client.call('POST', `${webhook.path}/test`);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ data: { status: 204, error: null, ms: expect.any(Number) } });
    const [received] = receiver.requests;
    expect(received && verify(webhook.secret, received)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: webhook.id },
    });
    expect((await client.deliveries(webhook)).data).toEqual([]);
  });

  it('reports a receiver that refuses, and does not try again', async () => {
    const receiver = await WebhookReceiver.start(refuse);
    const client = await WebhookClient.open(api);
    const webhook = await client.create(receiver.url);

    const { body } = await client.call('POST', `${webhook.path}/test`);

    expect(body).toMatchObject({ data: { status: 500, error: 'the receiver responded 500' } });
    expect(receiver.requests).toHaveLength(1);
  });

  it('gives up after three seconds, and is 429 for an account with too many at a time, but not for another', async () => {
    const receiver = await WebhookReceiver.start(() => {});
    const client = await WebhookClient.open(api);
    const webhook = await client.create(receiver.url);
    const tests = Array.from({ length: 6 }, () => client.call('POST', `${webhook.path}/test`));
    await receiver.received(4);
    const other = await WebhookClient.open(api);
    const quick = await WebhookReceiver.start();
    const unaffected = await other.call('POST', `${(await other.create(quick.url)).path}/test`);

    expect(unaffected.body).toMatchObject({ data: { status: 204 } });
    const responses = await Promise.all(tests);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
    const timedOut = { data: { status: null, error: 'no response within 3 seconds' } };
    expect(responses.find(({ status }) => status === 200)?.body).toMatchObject(timedOut);
  });

  it('is 404 for an unknown webhook', async () => {
    const client = await WebhookClient.open(api);

    expect((await client.call('POST', '/webhooks/w_1700000000000_abcdef/test')).status).toBe(404);
  });
});

describe('operators', () => {
  it('see failed attempts in the metrics, and neither secrets nor URLs in the log', async () => {
    const receiver = await WebhookReceiver.start(refuse);
    const client = await WebhookClient.open(api);
    const failures = async () =>
      sampleValue(parsePrometheus((await api.get('/metrics')).text), 'prompthold_webhook_failures_total');
    const before = await failures();
    const webhook = await client.create(`${receiver.url}/very-private?token=s3cr3t`);
    await client.change('support/reply');
    await expect.poll(failures).toBeGreaterThan(before);

    await expect.poll(() => service.log).toContain(webhook.id);
    for (const secret of ['s3cr3t', 'very-private', webhook.secret, webhook.secret.slice(6)]) {
      expect(service.log).not.toContain(secret);
    }
  });
});
