import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type ApiResponse, codeIn, pathsIn, times } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const PROMPT = { name: 'support/reply', content: 'Dear {{name}}.', labels: ['production'] };

/** The parts of a response that a repeated request gets again. */
const repeated = ({ status, text, headers }: ApiResponse) => ({
  status,
  text,
  etag: headers.get('ETag'),
  location: headers.get('Location'),
  type: headers.get('Content-Type'),
});

export function idempotencySuite(services: () => TwoServices): void {
  const open = async () => {
    const { first, second } = services();
    const { token: key } = await first.openAccount();
    const post =
      (api = first) =>
      (path: string, json: unknown, idempotencyKey: string) =>
        api.call('POST', path, { key, json, headers: { 'Idempotency-Key': idempotencyKey } });
    return { key, first, here: post(), there: post(second) };
  };

  it('gives a repeated request the same response on any instance, whatever has changed since', async () => {
    const { key, first, here, there } = await open();
    const created = await here('/api/prompts', PROMPT, 'a');
    const version = { content: 'Dearest {{name}}.', labels: ['production'] };
    const published = await there('/api/prompts/support%2Freply/versions', version, 'b');

    expect([created.status, published.status]).toEqual([201, 201]);
    expect(repeated(await there('/api/prompts', PROMPT, 'a'))).toEqual(repeated(created));
    await first.call('DELETE', '/api/prompts/support%2Freply', { key });
    expect(repeated(await here('/api/prompts', PROMPT, 'a'))).toEqual(repeated(created));
    expect(repeated(await here('/api/prompts/support%2Freply/versions', version, 'b'))).toEqual(repeated(published));
    expect((await first.get('/api/prompts', { key })).body).toMatchObject({ data: [] });
  });

  it('creates a webhook once, and returns its secret again', async () => {
    const { key, first, here, there } = await open();
    const webhook = { url: 'http://127.0.0.1:9/hook' };

    const created = await here('/api/webhooks', webhook, 'w');

    expect(created.text).toContain('whsec_');
    expect(repeated(await there('/api/webhooks', webhook, 'w'))).toEqual(repeated(created));
    expect((await first.get('/api/webhooks', { key })).body).toMatchObject({ data: [{}] });
  });

  it('rejects another request with the same key, and nothing else of the account', async () => {
    const { here, there } = await open();
    await here('/api/prompts', PROMPT, 'a');

    const others = [
      await there('/api/prompts', { ...PROMPT, name: 'other' }, 'a'),
      await here('/api/prompts/support%2Freply/versions', { content: 'x' }, 'a'),
    ];

    expect(others.map((response) => [response.status, codeIn(response)])).toEqual(
      Array(2).fill([422, 'idempotency_key_reused']),
    );
    expect((await there('/api/prompts', { ...PROMPT, name: 'other' }, 'b')).status).toBe(201);
  });

  it('handles one of many equal requests at the same time', async () => {
    const { here, there } = await open();
    const idempotencyKey = randomUUID();

    const responses = await Promise.all(
      times(12, (index) => (index % 2 ? here : there)('/api/prompts', PROMPT, idempotencyKey)),
    );

    const created = responses.filter(({ status }) => status === 201);
    const others = responses.filter(({ status }) => status !== 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    for (const response of others) expect([response.status, codeIn(response)]).toEqual([409, 'conflict']);
    expect((await here('/api/prompts', PROMPT, idempotencyKey)).text).toBe(created[0]?.text);
  });

  it('does not keep a rejection, so that a corrected request needs no other key', async () => {
    const { here } = await open();

    expect((await here('/api/prompts', { ...PROMPT, name: 'Not/Valid' }, 'a')).status).toBe(422);
    expect((await here('/api/prompts', PROMPT, 'a')).status).toBe(201);
  });

  it('knows the keys of one account only, and none of before a reset', async () => {
    const [one, other] = [await open(), await open()];
    await one.here('/api/prompts', PROMPT, 'a');

    expect((await other.here('/api/prompts', { ...PROMPT, content: 'x' }, 'a')).status).toBe(201);
    const { body } = await one.first.reset(one.key);
    expect((await one.here('/api/prompts', PROMPT, 'a')).status).toBe(401);
    const headers = { 'Idempotency-Key': 'a' };
    const key = (body as { token: string }).token;
    expect(codeIn(await one.first.call('POST', '/api/prompts', { key, json: PROMPT, headers }))).toBe('name_taken');
  });

  it.each(['', 'two words', 'a'.repeat(129), 'schlüssel'])('rejects the key "%s"', async (idempotencyKey) => {
    const { here } = await open();

    const response = await here('/api/prompts', PROMPT, idempotencyKey);

    expect([response.status, pathsIn(response)]).toEqual([422, ['Idempotency-Key']]);
    expect((await here('/api/prompts', PROMPT, 'a'.repeat(128))).status).toBe(201);
  });
}
