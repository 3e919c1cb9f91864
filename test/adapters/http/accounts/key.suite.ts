import { expect, it } from 'vitest';
import { type Api, times, tokenIn } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const KEY = /^ph_[0-9a-f]{64}$/;

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const basic = (key: string) => ({ Authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` });
const ownHeader = (key: string) => ({ 'X-Api-Key': key });

const LANGFUSE = '/api/public/v2/prompts/greeting';
const LITELLM = '/beta/litellm_prompt_management?prompt_id=greeting';
const LANGCHAIN = '/api/hub/commits/-/greeting/production';

/** Every API, with every header in which it takes the key. */
const CALLS: readonly (readonly [path: string, toHeaders: (key: string) => Readonly<Record<string, string>>])[] = [
  ['/api/auth/token', bearer],
  ['/api/prompts/greeting?label=production', bearer],
  [LANGFUSE, bearer],
  [LANGFUSE, basic],
  ['/api/public/v2/prompts', basic],
  [LITELLM, bearer],
  [LITELLM, basic],
  [LANGCHAIN, bearer],
  [LANGCHAIN, basic],
  [LANGCHAIN, ownHeader],
];

const statusesWith = (api: Api, key: string) =>
  Promise.all(
    CALLS.map(async ([path, toHeaders]) => [path, (await api.get(path, { headers: toHeaders(key) })).status]),
  );

const everyCallIs = (status: number) => CALLS.map(([path]) => [path, status]);

export function keySuite(services: () => TwoServices): void {
  it('is verified on both instances, returning exactly its owner', async () => {
    const { first, second } = services();
    const { token, userId, email, name } = await first.openAccount();

    for (const api of [first, second]) {
      const response = await api.verify(token);
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ token, userId, email, name });
    }
    expect(token).toMatch(KEY);
  });

  it('is invalid on both instances and in every API as soon as its rotation returns, and the new one is valid', async () => {
    const { first, second } = services();
    const { token } = await first.openAccount();
    const created = await first.call('POST', '/api/prompts', {
      key: token,
      json: { name: 'greeting', content: 'Hello.', labels: ['production'] },
    });
    expect(created.status).toBe(201);
    // Warm up a possible cache.
    expect(await statusesWith(second, token)).toEqual(everyCallIs(200));

    const response = await first.reset(token);

    const replacement = tokenIn(response);
    expect(response.body).toEqual({ token: expect.stringMatching(KEY) });
    expect(replacement).not.toBe(token);
    for (const api of [second, first]) {
      expect(await statusesWith(api, token)).toEqual(everyCallIs(401));
      expect(await statusesWith(api, replacement)).toEqual(everyCallIs(200));
    }
  });

  it.each(['?dryRun=true', '?token'])('is not rotated by a request with the unknown query %s', async (query) => {
    const { first } = services();
    const { token } = await first.openAccount();

    const response = await first.call('DELETE', `/api/auth/token${query}`, { key: token });

    expect(response).toMatchObject({ status: 400, body: { code: 'bad_query' } });
    expect((await first.get(`/api/auth/token${query}`, { key: token })).status).toBe(400);
    expect((await first.verify(token)).status).toBe(200);
    expect((await first.call('DELETE', `/api/auth/token${query}`)).status).toBe(401);
  });

  it('is replaced once by twenty concurrent rotations on both instances', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();

    const responses = await Promise.all(times(20, (index) => (index % 2 ? first : second).reset(owner.token)));

    const won = responses.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(19);
    const [token] = won.map(tokenIn);
    expect((await second.signIn(owner)).body).toMatchObject({ token });
    for (const api of [first, second]) {
      expect((await api.verify(String(token))).status).toBe(200);
      expect((await api.verify(owner.token)).status).toBe(401);
    }
  });

  it('lists the prompts of its owner, of which there are none yet', async () => {
    const { first, second } = services();
    const { token } = await first.openAccount();

    // With the Content-Type that the examples of the specification send.
    const response = await second.get('/api/prompts', {
      key: token,
      headers: { 'Content-Type': 'application/json' },
    });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ data: [], nextCursor: null });
  });
}
