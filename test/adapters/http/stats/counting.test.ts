import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import type { Tally, TallyCalls } from '../../../../src/application/usage/tally-calls.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { anUnknownKey, tokenIn } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

type App = Awaited<ReturnType<typeof startStandaloneApp>>;

/** Waits: a call is counted after its response is sent, so the client may see the response a moment earlier. */
async function takeCounted(tally: TallyCalls, calls: number) {
  await waitUntil(() => tally.size >= calls, { what: `${calls} calls are counted`, timeoutMs: 20_000 });
  return tally.take(() => false);
}

const routesOf = (tallies: readonly Tally[]): readonly string[] =>
  sumByName(tallies.flatMap((each) => each.calls).map((call) => [`${call.route} ${call.statusClass}`, call.count]));

const takeRoutes = async (tally: TallyCalls, calls: number) => routesOf(await takeCounted(tally, calls));

const readsOf = ({ reads }: Tally): readonly string[] =>
  sumByName(reads.map(({ promptId, version, count }) => [`${promptId} ${version}`, count]));

/** Adds up the hours: a test may begin in one and end in the next. */
function sumByName(counts: readonly (readonly [string, number])[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].map(([name, sum]) => `${name} ${sum}`);
}

/** Sends a last call and waits until it is counted, and with it everything sent before. */
async function finishCounting({ ada, tallyCalls }: App, before: number): Promise<readonly Tally[]> {
  await ada.get('/tags');
  return takeCounted(tallyCalls, before + 1);
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a call with a valid key', () => {
  it('is counted by its documented route and its status class', async () => {
    const app = await startStandaloneApp();
    const { ada } = app;
    const { id } = await ada.createPrompt({ name: 'support/greeting' });
    await ada.get('/prompts/support%2Fgreeting');
    await ada.get(`/prompts/${id}/versions/1`);
    await ada.get('/prompts/nothing');
    await ada.get('/prompts?limit=0');
    await ada.post('/prompts', { name: 'Not A Name', content: '' });
    await ada.post(`/prompts/${id}/render`, { variables: {} });
    await ada.put(`/prompts/${id}/labels/production`, { version: 1 });
    await ada.delete(`/prompts/${id}/labels/production`);
    await ada.get('/stats');
    await ada.get('/auth/rotations');

    expect((await takeRoutes(app.tallyCalls, 11)).toSorted()).toEqual([
      'DELETE /api/prompts/{ref}/labels/{label} 2xx 1',
      'GET /api/auth/rotations 2xx 1',
      'GET /api/prompts 4xx 1',
      'GET /api/prompts/{ref} 2xx 1',
      'GET /api/prompts/{ref} 4xx 1',
      'GET /api/prompts/{ref}/versions/{n} 2xx 1',
      'GET /api/stats 2xx 1',
      'POST /api/prompts 2xx 1',
      'POST /api/prompts 4xx 1',
      'POST /api/prompts/{ref}/render 2xx 1',
      'PUT /api/prompts/{ref}/labels/{label} 2xx 1',
    ]);
  });

  it('is counted when it verifies or rotates the key, and HEAD is counted as GET', async () => {
    const app = await startStandaloneApp();
    await app.api.verify(app.token);
    await app.api.call('HEAD', '/api/auth/token', { key: app.token });
    const key = tokenIn(await app.api.reset(app.token));
    await app.api.verify(key);

    expect(await takeRoutes(app.tallyCalls, 4)).toEqual(['GET /api/auth/token 2xx 3', 'DELETE /api/auth/token 2xx 1']);
  });

  it('is counted for its account, with the time at which the key was used', async () => {
    const app = await startStandaloneApp();
    const before = Date.now();
    await app.api.verify(app.token);
    const after = Date.now();

    const [tally] = await takeCounted(app.tallyCalls, 1);

    expect(tally?.accountId).toBe(app.account.id);
    expect(tally?.lastUsedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(tally?.lastUsedAt.getTime()).toBeLessThanOrEqual(after);
  });

  it('is counted when the storage fails after the key was looked up', async () => {
    const app = await startStandaloneApp();
    const outage = new StorageUnavailable('storage', new Error('gone'));
    vi.spyOn(app.prompts.reader, 'read').mockRejectedValue(outage);
    vi.spyOn(app.storage, 'apply').mockRejectedValue(outage);
    vi.spyOn(app.storage, 'wasApplied').mockRejectedValue(outage);
    await app.ada.get('/prompts/greeting');
    await app.api.reset(app.token);

    expect(await takeRoutes(app.tallyCalls, 2)).toEqual([
      'GET /api/prompts/{ref} 5xx 1',
      'DELETE /api/auth/token 5xx 1',
    ]);
  });

  it.each(['before', 'after'] as const)(
    'is counted once, with its status, when the client disconnects %s its key is looked up',
    async (when) => {
      const app = await startStandaloneApp();
      await app.ada.createPrompt({ name: 'greeting' });
      const started = Promise.withResolvers<void>();
      const work = Promise.withResolvers<void>();
      const pause = async () => {
        started.resolve();
        await work.promise;
      };
      const { storage, prompts } = app;
      const find = storage.findByDigest.bind(storage);
      const read = prompts.reader.read.bind(prompts.reader);
      if (when === 'before')
        vi.spyOn(storage, 'findByDigest').mockImplementationOnce((digest) => pause().then(() => find(digest)));
      else vi.spyOn(prompts.reader, 'read').mockImplementationOnce((...query) => pause().then(() => read(...query)));

      const others = await app.connections();
      const connection = await RawConnection.open(app.api.url);
      // With a tag of another response, the prompt is not read together with the account.
      const headers = [`Authorization: Bearer ${app.token}`, 'If-None-Match: "another"', 'X-Client-Name: gone'];
      await connection.send(requestHead('GET /api/prompts/greeting HTTP/1.1', ...headers));
      await started.promise;
      await connection.reset();
      await waitUntil(async () => (await app.connections()) <= others, {
        what: 'the service notices the disconnect',
        timeoutMs: 60_000,
      });
      work.resolve();

      const tallies = await finishCounting(app, 2);
      const routes = ['POST /api/prompts 2xx 1', 'GET /api/prompts/{ref} 2xx 1', 'GET /api/tags 2xx 1'];
      expect(routesOf(tallies)).toEqual(routes);
      const callers = tallies.flatMap((tally) => tally.callers);
      expect(callers.find(({ name }) => name === 'gone')).toMatchObject({ address: '127.0.0.1', calls: 1 });
    },
  );

  it('is counted once, as failed, when it times out', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const app = await startStandaloneApp();
    const started = Promise.withResolvers<void>();
    const work = Promise.withResolvers<undefined>();
    vi.spyOn(app.prompts.reader, 'read').mockImplementationOnce(() => {
      started.resolve();
      return work.promise;
    });
    const response = app.ada.get('/prompts/greeting');
    await started.promise;
    vi.advanceTimersByTime(4500);
    expect((await response).status).toBe(503);
    work.resolve(undefined);
    vi.useRealTimers();

    expect(routesOf(await finishCounting(app, 1))).toEqual(['GET /api/prompts/{ref} 5xx 1', 'GET /api/tags 2xx 1']);
  });

  it.each<readonly [string, (app: App) => Promise<unknown>]>([
    ['signing in', ({ api }) => api.signIn(ADA)],
    ['signing up', ({ api }) => api.signUp({ ...ADA, email: 'new@example.com' })],
    ['a call without a key', ({ api }) => api.get('/api/prompts')],
    ['an unknown key', ({ api }) => api.verify(anUnknownKey())],
    ['a rotation with an unknown key', ({ api }) => api.reset(anUnknownKey())],
    ['a path that does not exist', ({ api, token }) => api.get('/api/nothing', { key: token })],
    ['a method that does not exist', ({ api, token }) => api.call('PUT', '/api/tags', { key: token, json: {} })],
    ['a probe', ({ api, token }) => api.get('/readyz', { key: token })],
    ['the documentation', ({ api, token }) => api.get('/api/openapi.json', { key: token })],
  ])('is the only kind that is counted, unlike %s', async (_, call) => {
    const app = await startStandaloneApp();
    await call(app);

    expect(routesOf(await finishCounting(app, 0))).toEqual(['GET /api/tags 2xx 1']);
  });
});

describe('a prompt', () => {
  it('is counted as read, with its version, when its content is returned', async () => {
    const app = await startStandaloneApp();
    const { ada } = app;
    const { id } = await ada.createPrompt({ name: 'greeting', content: 'Hello {{name}}.' });
    await ada.publish(id, { content: 'Hi {{name}}.' });
    await ada.moveLabel(id, 'production', 1);
    await takeCounted(app.tallyCalls, 3);

    const first = await ada.get('/prompts/greeting');
    expect(first.status).toBe(200);
    // The first is decided by the index alone, the second only after loading the prompt.
    expect((await ada.get('/prompts/greeting', { 'If-None-Match': first.headers.get('ETag') ?? '' })).status).toBe(304);
    expect((await ada.get(`/prompts/${id}`, { 'If-None-Match': '*' })).status).toBe(304);
    expect((await ada.get(`/prompts/${id}?version=2`)).status).toBe(200);
    expect((await ada.get(`/prompts/${id}/versions/2`)).status).toBe(200);
    expect((await ada.post('/prompts/greeting/render', { variables: { name: 'Ada' } })).status).toBe(200);
    const text = { Accept: 'text/plain' };
    expect((await ada.post('/prompts/greeting/render', { version: 2, variables: { name: 'Ada' } }, text)).status).toBe(
      200,
    );

    const [tally] = await takeCounted(app.tallyCalls, 7);
    expect(tally && readsOf(tally)).toEqual([`${id} 1 4`, `${id} 2 3`]);
  });

  it.each([
    ['langfuse', '/api/public/v2/prompts/Greeting', 'GET /api/public/v2/prompts/{name}'],
    ['litellm', '/beta/litellm_prompt_management?prompt_id=greeting', 'GET /beta/litellm_prompt_management'],
    ['langchain', '/api/hub/commits/-/greeting/latest', 'GET /api/hub/commits/{owner}/{name}/{commit}'],
  ])('is counted as read by its label through %s', async (via, path, route) => {
    const { ada, api, token: key, tallyCalls } = await startStandaloneApp();
    const { id } = await ada.createPrompt({ name: 'greeting', labels: ['production'] });
    await takeCounted(tallyCalls, 1);
    // The second response comes from the cache.
    for (const _ of [1, 2]) expect((await api.get(path, { key })).status).toBe(200);

    const tallies = await takeCounted(tallyCalls, 2);

    expect(routesOf(tallies)).toEqual([`${route} 2xx 2`]);
    expect(tallies.flatMap(readsOf)).toEqual([`${id} 1 2`]);
    expect(tallies.flatMap(({ callers }) => callers)).toMatchObject([
      { interfaces: [via], labels: [{ promptId: id, label: 'production', version: 1 }] },
    ]);
  });

  it('is not counted as read when it is listed, written, compared or not returned', async () => {
    const app = await startStandaloneApp();
    const { ada } = app;
    const { id } = await ada.createPrompt({ name: 'greeting', content: 'Hello {{name}}.' });
    await ada.get('/prompts?include=content');
    await ada.put('/prompts/greeting', { content: 'Hi {{name}}.' });
    await ada.get(`/prompts/${id}/versions`);
    await ada.get(`/prompts/${id}/diff?from=1&to=2`);
    await ada.get(`/prompts/${id}?version=9`);
    await ada.get(`/prompts/${id}/versions/9`);
    expect((await ada.post('/prompts/greeting/render', { variables: {} })).status).toBe(422);
    await ada.get('/export');

    const [tally] = await takeCounted(app.tallyCalls, 9);
    expect(tally?.calls.reduce((sum, { count }) => sum + count, 0)).toBe(9);
    expect(tally?.reads).toEqual([]);
  });
});
