import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage-unavailable.ts';
import type { Tally, TallyCalls } from '../../../../src/application/usage/tally-calls.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { Client } from '../prompts/support/client.ts';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { anUnknownKey, tokenIn } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

type Door = Awaited<ReturnType<typeof startStandaloneApp>>;

/** A request is counted when its connection is done with it, which a client may learn a moment earlier. */
async function counted(tally: TallyCalls, calls: number) {
  await waitUntil(() => tally.size >= calls, { what: `${calls} calls are counted`, timeoutMs: 20_000 });
  return tally.take(() => false);
}

async function routesOf(tally: TallyCalls, calls: number): Promise<readonly string[]> {
  const tallies = await counted(tally, calls);
  return summed(tallies.flatMap((each) => each.calls).map((call) => [`${call.route} ${call.statusClass}`, call.count]));
}

const readsOf = ({ reads }: Tally): readonly string[] =>
  summed(reads.map(({ promptId, version, count }) => [`${promptId} ${version}`, count]));

/** Whatever the hour: a test may begin in one and end in the next. */
function summed(counts: readonly (readonly [string, number])[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const [what, count] of counts) sums.set(what, (sums.get(what) ?? 0) + count);
  return [...sums].map(([what, sum]) => `${what} ${sum}`);
}

const clientOf = ({ api, token }: Door): Client => new Client(api, token);

/** Ends when everything that was sent before has been counted, if it is counted at all. */
async function lastly({ api, tallyCalls, token }: Door, before: number): Promise<readonly string[]> {
  await api.get('/api/tags', { key: token });
  return routesOf(tallyCalls, before + 1);
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a call that shows a key', () => {
  it('is counted by the route that is documented, and by how it ended', async () => {
    const door = await startStandaloneApp();
    const ada = clientOf(door);
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

    expect((await routesOf(door.tallyCalls, 11)).toSorted()).toEqual([
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

  it('is counted when it verifies the key or replaces it, and HEAD as the GET it mirrors', async () => {
    const door = await startStandaloneApp();
    await door.api.verify(door.token);
    await door.api.call('HEAD', '/api/auth/token', { key: door.token });
    const key = tokenIn(await door.api.reset(door.token));
    await door.api.verify(key);

    expect(await routesOf(door.tallyCalls, 4)).toEqual(['GET /api/auth/token 2xx 3', 'DELETE /api/auth/token 2xx 1']);
  });

  it('is counted for its account, with the time at which the key was shown', async () => {
    const door = await startStandaloneApp();
    const before = Date.now();
    await door.api.verify(door.token);
    const after = Date.now();

    const [tally] = await counted(door.tallyCalls, 1);

    expect(tally?.accountId).toBe(door.account.id);
    expect(tally?.lastUsedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(tally?.lastUsedAt.getTime()).toBeLessThanOrEqual(after);
  });

  it('is counted when the storage fails after the key was looked up', async () => {
    const door = await startStandaloneApp();
    const outage = new StorageUnavailable('storage', new Error('gone'));
    vi.spyOn(door.prompts.reader, 'read').mockRejectedValue(outage);
    vi.spyOn(door.storage, 'apply').mockRejectedValue(outage);
    vi.spyOn(door.storage, 'wasApplied').mockRejectedValue(outage);
    await clientOf(door).get('/prompts/greeting');
    await door.api.reset(door.token);

    expect(await routesOf(door.tallyCalls, 2)).toEqual([
      'GET /api/prompts/{ref} 5xx 1',
      'DELETE /api/auth/token 5xx 1',
    ]);
  });

  it.each(['before', 'after'] as const)(
    'is counted once, as it ended, when the client hangs up %s its key is looked at',
    async (when) => {
      const door = await startStandaloneApp();
      await clientOf(door).createPrompt({ name: 'greeting' });
      const asked = Promise.withResolvers<void>();
      const work = Promise.withResolvers<void>();
      const held = async () => {
        asked.resolve();
        await work.promise;
      };
      const { storage, prompts } = door;
      const find = storage.findByDigest.bind(storage);
      const read = prompts.reader.read.bind(prompts.reader);
      if (when === 'before')
        vi.spyOn(storage, 'findByDigest').mockImplementationOnce((digest) => held().then(() => find(digest)));
      else vi.spyOn(prompts.reader, 'read').mockImplementationOnce((...asked) => held().then(() => read(...asked)));

      const others = await door.connections();
      const connection = await RawConnection.open(door.api.url);
      const authorization = `Authorization: Bearer ${door.token}`;
      await connection.send(requestHead('GET /api/prompts/greeting HTTP/1.1', authorization));
      await asked.promise;
      await connection.reset();
      await waitUntil(async () => (await door.connections()) <= others, { what: 'it is noticed', timeoutMs: 60_000 });
      work.resolve();

      const routes = await lastly(door, 2);
      expect(routes).toEqual(['POST /api/prompts 2xx 1', 'GET /api/prompts/{ref} 2xx 1', 'GET /api/tags 2xx 1']);
    },
  );

  it('is counted once, as failed, when it takes too long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const door = await startStandaloneApp();
    const asked = Promise.withResolvers<void>();
    const work = Promise.withResolvers<undefined>();
    vi.spyOn(door.prompts.reader, 'read').mockImplementationOnce(() => {
      asked.resolve();
      return work.promise;
    });
    const response = clientOf(door).get('/prompts/greeting');
    await asked.promise;
    vi.advanceTimersByTime(4500);
    expect((await response).status).toBe(503);
    work.resolve(undefined);
    vi.useRealTimers();

    expect(await lastly(door, 1)).toEqual(['GET /api/prompts/{ref} 5xx 1', 'GET /api/tags 2xx 1']);
  });

  it.each<readonly [string, (door: Door) => Promise<unknown>]>([
    ['signing in', ({ api }) => api.signIn(ADA)],
    ['signing up', ({ api }) => api.signUp({ ...ADA, email: 'new@example.com' })],
    ['a call without a key', ({ api }) => api.get('/api/prompts')],
    ['a key that opens nothing', ({ api }) => api.verify(anUnknownKey())],
    ['a reset with a key that opens nothing', ({ api }) => api.reset(anUnknownKey())],
    ['a path that does not exist', ({ api, token }) => api.get('/api/nothing', { key: token })],
    ['a method that does not exist', ({ api, token }) => api.call('PUT', '/api/tags', { key: token, json: {} })],
    ['a probe', ({ api, token }) => api.get('/readyz', { key: token })],
    ['the documentation', ({ api, token }) => api.get('/api/openapi.json', { key: token })],
  ])('is the only one that is counted, unlike %s', async (_, call) => {
    const door = await startStandaloneApp();
    await call(door);

    expect(await lastly(door, 0)).toEqual(['GET /api/tags 2xx 1']);
  });
});

describe('a prompt', () => {
  it('is counted as read, with its version, when it is given out', async () => {
    const door = await startStandaloneApp();
    const ada = clientOf(door);
    const { id, etag } = await ada.createPrompt({ name: 'greeting', content: 'Hello {{name}}.' });
    await ada.publish(id, { content: 'Hi {{name}}.' });
    const labelled = expect.objectContaining({ status: 200 });
    expect(await ada.put(`/prompts/${id}/labels/production`, { version: 1 })).toEqual(labelled);
    await counted(door.tallyCalls, 3);

    const first = await ada.get('/prompts/greeting');
    expect(first.status).toBe(200);
    // Known by the index alone, and known only once it was loaded.
    expect((await ada.get('/prompts/greeting', { 'If-None-Match': first.headers.get('ETag') ?? '' })).status).toBe(304);
    expect((await ada.get(`/prompts/${id}`, { 'If-None-Match': '*' })).status).toBe(304);
    expect((await ada.get(`/prompts/${id}?version=2`)).status).toBe(200);
    expect((await ada.get(`/prompts/${id}/versions/2`)).status).toBe(200);
    expect((await ada.post('/prompts/greeting/render', { variables: { name: 'Ada' } })).status).toBe(200);
    const text = { Accept: 'text/plain' };
    expect((await ada.post('/prompts/greeting/render', { version: 2, variables: { name: 'Ada' } }, text)).status).toBe(
      200,
    );

    const [tally] = await counted(door.tallyCalls, 7);
    expect(etag).not.toBe('');
    expect(tally && readsOf(tally)).toEqual([`${id} 1 4`, `${id} 2 3`]);
  });

  it('is not counted as read when it is listed, written, compared or not given out', async () => {
    const door = await startStandaloneApp();
    const ada = clientOf(door);
    const { id } = await ada.createPrompt({ name: 'greeting', content: 'Hello {{name}}.' });
    await ada.get('/prompts?include=content');
    await ada.put('/prompts/greeting', { content: 'Hi {{name}}.' });
    await ada.get(`/prompts/${id}/versions`);
    await ada.get(`/prompts/${id}/diff?from=1&to=2`);
    await ada.get(`/prompts/${id}?version=9`);
    await ada.get(`/prompts/${id}/versions/9`);
    expect((await ada.post('/prompts/greeting/render', { variables: {} })).status).toBe(422);
    await ada.get('/export');

    const [tally] = await counted(door.tallyCalls, 9);
    expect(tally?.calls.reduce((sum, { count }) => sum + count, 0)).toBe(9);
    expect(tally?.reads).toEqual([]);
  });
});
