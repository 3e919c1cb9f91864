import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DESCRIPTION_CHARACTERS_MAX } from '../../../../src/domain/prompts/prompt.ts';
import type { WebhookId } from '../../../../src/domain/webhooks/webhook.ts';
import type { SealedSecret } from '../../../../src/domain/webhooks/webhook-secret.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { signInClient } from '../../dashboard/support/dashboard-client.ts';
import { Client, detailsIn, expectStatus, rejectionIn } from '../prompts/support/client.ts';
import type { ApiResponse } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

type App = Awaited<ReturnType<typeof startStandaloneApp>>;

let app: App;
let ada: Client;

beforeEach(async () => {
  app = await startStandaloneApp();
  ({ ada } = app);
});

const URL_A = 'https://hooks.example.com/prompthold';
const webhook = z.looseObject({ id: z.string() });
const dataIn = ({ body }: Pick<ApiResponse, 'body'>) => z.object({ data: webhook }).parse(body).data;
const create = async (fields: object = {}) =>
  dataIn(expectStatus(201, await ada.post('/webhooks', { url: URL_A, ...fields })));
const read = async (id: string) => dataIn(expectStatus(200, await ada.get(`/webhooks/${id}`)));
const aStranger = async () => new Client(app.api, (await app.api.openAccount()).token);

describe('POST /api/webhooks', () => {
  it('creates a webhook and shows its secret once', async () => {
    const filters = { types: ['label.moved'], prompts: ['support/*', 'greeting'], labels: ['production'] };
    const fields = { url: URL_A, ...filters, description: 'To the team’s channel' };

    const response = expectStatus(201, await ada.post('/webhooks', fields));

    const { secret, ...created } = dataIn(response);
    expect(created).toEqual({
      id: expect.stringMatching(/^w_\d{13}_[a-z0-9]{6}$/),
      ...fields,
      enabled: true,
      problem: null,
      previousSecretUntil: null,
      lastSuccessAt: null,
      lastFailureAt: null,
      createdAt: app.clock.now().toISOString(),
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(response.headers.get('Location')).toBe(`https://prompthold.example.com/api/webhooks/${created.id}`);
    const others = [await ada.get(`/webhooks/${created.id}`), await ada.get('/webhooks')];
    for (const other of others) expect(other.text).not.toContain('whsec_');
    expect(await read(created.id)).toEqual(created);
  });

  it.each([
    [{}, 'url', 'missing'],
    [{ url: 7 }, 'url', 'type'],
    [{ url: 'hooks.example.com' }, 'url', 'malformed'],
    [{ url: 'https://user:password@example.com' }, 'url', 'user-info'],
    [{ url: URL_A, types: ['prompt.renamed'] }, 'types.0', 'enum'],
    [{ url: URL_A, prompts: ['Support/Reply'] }, 'prompts.0', 'malformed'],
    [{ url: URL_A, prompts: Array(21).fill('a') }, 'prompts', 'too-many'],
    [{ url: URL_A, labels: ['latest'] }, 'labels.0', 'reserved'],
    [{ url: URL_A, description: 'a'.repeat(DESCRIPTION_CHARACTERS_MAX + 1) }, 'description', 'too-long'],
    [{ url: URL_A, enabled: false }, 'enabled', 'unknown'],
    [{ url: URL_A, secret: 'whsec_x' }, 'secret', 'unknown'],
  ])('rejects %j', async (body, path, problem) => {
    const response = expectStatus(422, await ada.post('/webhooks', body));

    expect(detailsIn(response)).toEqual([{ path, problem }]);
    expect(response.text).not.toContain('password@');
  });

  it.each(['POST', 'PATCH'])('rejects an address that webhooks may not reach, with the reason: %s', async (method) => {
    const { id } = await create();
    app.webhooks.blocked.set('http://10.0.0.7/', '10.0.0.7 is a private or reserved address');

    const path = method === 'POST' ? '/webhooks' : `/webhooks/${id}`;
    const response = expectStatus(422, await ada.call(method, path, { url: 'http://10.0.0.7/' }));

    const message = 'Field url: 10.0.0.7 is a private or reserved address.';
    expect(response.body).toMatchObject({ details: [{ path: 'url', problem: 'blocked', message }] });
    expect(await read(id)).toMatchObject({ url: URL_A });
  });
});

describe('GET /api/webhooks', () => {
  it('lists the webhooks of the account', async () => {
    const { id } = await create();
    const stranger = await aStranger();

    const { body } = expectStatus(200, await ada.get('/webhooks'));

    expect(body).toEqual({ data: [await read(id)], nextCursor: null });
    expect((await stranger.get('/webhooks')).body).toEqual({ data: [], nextCursor: null });
  });
});

describe('a webhook of another account', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/secret'],
  ])('is 404 for %s /api/webhooks/{id}%s', async (method, path) => {
    const { id } = await create();
    const stranger = await aStranger();
    const json = method === 'PATCH' ? { enabled: false } : undefined;

    for (const unknown of [id, 'w_1234567890123_abcdef', 'nonsense', '%00']) {
      const response = await stranger.call(method, `/webhooks/${unknown}${path}`, json);
      expect(rejectionIn(response)).toBe('404 webhook_not_found');
    }
    expect(await read(id)).toMatchObject({ enabled: true });
  });
});

describe('PATCH /api/webhooks/{id}', () => {
  it('changes only what is given', async () => {
    const { id, secret: _, ...created } = await create({ types: ['label.moved'], description: 'old' });

    const changed = dataIn(
      expectStatus(200, await ada.patch(`/webhooks/${id}`, { description: 'new', labels: ['a'] })),
    );

    expect(changed).toEqual({ ...created, id, description: 'new', labels: ['a'] });
    expect(await read(id)).toEqual(changed);
    expect(dataIn(expectStatus(200, await ada.patch(`/webhooks/${id}`, {})))).toEqual(changed);
  });

  it('disables and enables, which clears the problem', async () => {
    const { id } = await create();
    await app.webhooks.webhooks.disable(app.account.id, id as WebhookId, 'failing');
    expect(await read(id)).toMatchObject({ enabled: false, problem: 'failing' });

    const enabled = dataIn(expectStatus(200, await ada.patch(`/webhooks/${id}`, { enabled: true })));

    expect(enabled).toMatchObject({ enabled: true, problem: null });
    expect(dataIn(await ada.patch(`/webhooks/${id}`, { enabled: false }))).toMatchObject({ enabled: false });
  });

  it('does not enable a webhook whose secret was lost, until it has a new one', async () => {
    const { id } = await create();
    const { webhooks } = app.webhooks;
    const stored = await webhooks.find(app.account.id, id as WebhookId);
    if (!stored) throw new Error('the webhook is stored');
    await webhooks.replaceSecrets(stored, { current: 'lost 00' as SealedSecret, previous: null });
    await webhooks.disable(app.account.id, stored.id, 'secret_lost');

    const rejected = expectStatus(422, await ada.patch(`/webhooks/${id}`, { enabled: true }));
    expect(detailsIn(rejected)).toMatchObject([{ path: 'enabled' }]);
    expect(await read(id)).toMatchObject({ enabled: false, problem: 'secret_lost' });

    const rotated = dataIn(expectStatus(200, await ada.post(`/webhooks/${id}/secret`)));
    expect(rotated).toMatchObject({ enabled: true, problem: null, previousSecretUntil: null });
  });

  it.each([
    [{ url: 'nonsense' }, 'url'],
    [{ types: null }, 'types'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ id: 'w_1' }, 'id'],
  ])('rejects %j', async (body, path) => {
    const { id } = await create();

    expect(detailsIn(expectStatus(422, await ada.patch(`/webhooks/${id}`, body)))).toMatchObject([{ path }]);
  });
});

describe('DELETE /api/webhooks/{id}', () => {
  it('removes the webhook', async () => {
    const { id } = await create();

    expect((await ada.delete(`/webhooks/${id}`)).status).toBe(204);

    expectStatus(404, await ada.get(`/webhooks/${id}`));
    expectStatus(404, await ada.delete(`/webhooks/${id}`));
  });
});

describe('POST /api/webhooks/{id}/secret', () => {
  it('returns a new secret, and the former one also signs for 24 hours', async () => {
    const { id, secret, ...created } = await create();

    const rotated = dataIn(expectStatus(200, await ada.post(`/webhooks/${id}/secret`)));

    const until = new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect(rotated).toEqual({ ...created, id, secret: rotated['secret'], previousSecretUntil: until });
    expect(rotated['secret']).toMatch(/^whsec_/);
    expect(rotated['secret']).not.toBe(secret);
    const stored = await app.webhooks.webhooks.find(app.account.id, id as WebhookId);
    const former = stored?.secrets.previous && (await app.webhooks.sealing.open(stored.secrets.previous.sealed));
    expect(former?.reveal()).toBe(secret);
  });

  it('takes no fields', async () => {
    const { id } = await create();

    expectStatus(422, await ada.post(`/webhooks/${id}/secret`, { secret: 'whsec_mine' }));
  });
});

describe('the dashboard', () => {
  it('has the same endpoints for the session', async () => {
    const { id } = await create();
    const browser = await signInClient(app.api.url, ADA);

    expect(dataIn(await browser.get(`webhooks/${id}`))).toEqual(await read(id));
    expect(await browser.get('webhooks')).toMatchObject({ status: 200, body: (await ada.get('/webhooks')).body });
    expect((await browser.call('POST', 'webhooks', { json: { url: URL_A } })).status).toBe(201);
    expect((await browser.call('PATCH', `webhooks/${id}`, { json: { enabled: false } })).status).toBe(200);
    expect((await browser.call('POST', `webhooks/${id}/secret`)).status).toBe(200);
    expect((await browser.call('DELETE', `webhooks/${id}`)).status).toBe(204);
  });
});

describe('webhooks.enabled: false', () => {
  it.each([
    ['GET', '/webhooks'],
    ['POST', '/webhooks'],
    ['GET', '/webhooks/w_1234567890123_abcdef'],
    ['PATCH', '/webhooks/w_1234567890123_abcdef'],
    ['DELETE', '/webhooks/w_1234567890123_abcdef'],
    ['POST', '/webhooks/w_1234567890123_abcdef/secret'],
  ])('makes %s /api%s 404 webhooks_disabled', async (method, path) => {
    const off = await startStandaloneApp({ webhooksEnabled: false });
    const browser = await signInClient(off.api.url, ADA);
    const sent = ['POST', 'PATCH'].includes(method) ? { json: { url: URL_A } } : {};

    const response = await off.api.call(method, `/api${path}`, { key: off.token, ...sent });

    expect(rejectionIn(response)).toBe('404 webhooks_disabled');
    expect(await browser.call(method, path.slice(1), sent)).toMatchObject({
      status: 404,
      body: { code: 'webhooks_disabled' },
    });
  });
});
