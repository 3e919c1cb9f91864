import { describe, expect, it } from 'vitest';
import { Client } from '../prompts/support/client.ts';
import { anAddress, anUnknownKey, type Owner, tokenIn } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';
import { accountIdOf, readCallsByRoute, readStats, sumByGroup, waitUntilShown, withStorage } from './stats.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function countingSuite(services: () => TwoServices): void {
  const lastUsedAt = (owner: Owner) => withStorage(services(), ({ usage }) => usage.lastUsedAt(accountIdOf(owner)));

  describe('of a new account', () => {
    it('are empty, and cover the last 30 days', async () => {
      const { first } = services();
      const { token } = await first.openAccount();
      const before = Date.now();

      const { from, to, ...rest } = await readStats(first, token);

      expect(rest).toEqual({ interval: 'day', total: 0, series: [] });
      expect(Date.parse(to)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(to)).toBeLessThanOrEqual(Date.now());
      expect(Date.parse(from)).toBe(Math.floor((Date.parse(to) - 30 * DAY_MS) / HOUR_MS) * HOUR_MS);
    });
  });

  describe('include', () => {
    it.concurrent('the calls of all instances, by route and by status, soon after the calls', async () => {
      const { first, second } = services();
      const { token: key } = await first.openAccount();
      const routes = {
        'GET /api/auth/token': 3,
        'GET /api/auth/rotations': 1,
        'POST /api/prompts': 2,
        'GET /api/prompts/{ref}': 2,
      };

      await Promise.all([first.verify(key), second.verify(key), second.verify(key)]);
      const { id } = await new Client(first, key).createPrompt();
      const { etag } = await new Client(second, key).createPrompt();
      await second.get(`/api/prompts/${id}`, { key, headers: { 'If-None-Match': '*' } });
      await first.get('/api/prompts/missing', { key });
      await first.get('/api/auth/rotations?limit=0', { key });

      expect(etag).not.toBe('');
      for (const api of [first, second]) {
        await waitUntilShown(async () => Object.keys(await readCallsByRoute(api, key)).length === 4, 'every route');
        await waitUntilShown(async () => sameCounts(await readCallsByRoute(api, key), routes), 'every call');
        // Reading the statistics adds to 2xx.
        expect(sumByGroup(await readStats(api, key))).toMatchObject({ '3xx': 1, '4xx': 2 });
      }
    });

    it.concurrent('no sign-in, no sign-up and no call with an unknown key', async () => {
      const { first } = services();
      const owner = await first.openAccount();
      await first.signIn(owner, anAddress());
      await first.signIn({ ...owner, password: 'wrong password here' }, anAddress());
      await first.verify(anUnknownKey());
      await first.verify(owner.token);

      await waitUntilShown(async () => Object.keys(await readCallsByRoute(first, owner.token)).length > 0, 'the call');

      expect(await readCallsByRoute(first, owner.token)).toEqual({ 'GET /api/auth/token': 1 });
    });

    it.concurrent('a key rotation, and calls with the new key', async () => {
      const { first, second } = services();
      const { token } = await first.openAccount();
      const key = tokenIn(await first.reset(token));
      await second.verify(key);

      await waitUntilShown(
        async () =>
          sameCounts(await readCallsByRoute(first, key), { 'DELETE /api/auth/token': 1, 'GET /api/auth/token': 1 }),
        'the rotation and the use of the new key',
      );
    });

    it.concurrent('reads and renders by prompt', async () => {
      const { first, second } = services();
      const { token: key } = await first.openAccount();
      const [here, there] = [new Client(first, key), new Client(second, key)];
      const [one, two] = [await here.createPrompt(), await there.createPrompt({ content: 'Hello {{name}}.' })];
      await here.get(`/prompts/${one.id}`);
      await there.get(`/prompts/${encodeURIComponent(one.name)}`, { 'If-None-Match': one.etag });
      await there.get(`/prompts/${two.id}/versions/1`);
      await here.post(`/prompts/${two.id}/render`, { variables: { name: 'Ada' } });
      await here.post(`/prompts/${two.id}/render`, { variables: {} });
      await here.get('/prompts?include=content');

      const expected = { [one.id]: 2, [two.id]: 2 };
      await waitUntilShown(
        async () => sameCounts(sumByGroup(await readStats(first, key, '?groupBy=prompt')), expected),
        'every read',
      );
      expect(await readStats(second, key, '?groupBy=prompt')).toMatchObject({ total: 4 });
    });

    it.concurrent('no calls of another account', async () => {
      const { first } = services();
      const [owner, neighbour] = [await first.openAccount(), await first.openAccount()];
      await first.verify(neighbour.token);
      await waitUntilShown(
        async () => Object.keys(await readCallsByRoute(first, neighbour.token)).length > 0,
        'the call',
      );

      expect(await readStats(first, owner.token)).toMatchObject({ total: 0 });
    });
  });

  describe('record', () => {
    it.concurrent('when the key was last used, and start over after a rotation', async () => {
      const { first, second } = services();
      const owner = await first.openAccount();
      expect(await lastUsedAt(owner)).toBeUndefined();

      const before = Date.now();
      await first.verify(owner.token);
      const after = Date.now();
      await waitUntilShown(async () => (await lastUsedAt(owner)) !== undefined, 'the use of the key');
      const used = (await lastUsedAt(owner))?.getTime() ?? 0;
      expect(used).toBeGreaterThanOrEqual(before);
      expect(used).toBeLessThanOrEqual(after);

      await first.verify(owner.token);
      const key = tokenIn(await first.reset(owner.token));
      // Once the rotation itself is counted, so is every use of the old key.
      const counted = () =>
        withStorage(services(), ({ usage }) => usage.summarize(accountIdOf(owner), everything('route')));
      await waitUntilShown(
        async () => (await counted()).some(({ group }) => group.startsWith('DELETE')),
        'the rotation',
      );
      expect(await lastUsedAt(owner)).toBeUndefined();

      await second.verify(key);
      await waitUntilShown(async () => (await lastUsedAt(owner)) !== undefined, 'the use of the new key');
    });
  });

  it('require a valid key', async () => {
    expect((await services().first.get('/api/stats')).status).toBe(401);
    expect((await services().first.get('/api/stats', { key: anUnknownKey() })).status).toBe(401);
  });
}

const everything = (groupBy: 'route') =>
  ({ from: new Date(0), to: new Date(Date.now() + DAY_MS), interval: 'day', groupBy, limit: 1000 }) as const;

const sameCounts = (found: Readonly<Record<string, number>>, expected: Readonly<Record<string, number>>): boolean =>
  JSON.stringify(Object.entries(found).sort()) === JSON.stringify(Object.entries(expected).sort());
