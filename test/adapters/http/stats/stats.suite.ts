import { describe, expect, it } from 'vitest';
import { aBatch, aCallCount, aPromptId, aReadCount } from '../../../support/builders/some-usage.ts';
import { codeIn, type Owner, pathsIn, times } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';
import { accountIdOf, readStats, withStorage } from './stats.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATH = '/api/stats';

export function statsSuite(services: () => TwoServices): void {
  let owner: Owner | undefined;

  describe('are returned', () => {
    /** An account with calls at three times of the day before yesterday, and one on the day before that. */
    async function anAccountWithUsage() {
      const { first } = services();
      const owner = await first.openAccount();
      const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
      const at = (hour: number) => new Date(midnight + hour * HOUR_MS);
      const promptId = aPromptId();
      const calls = [
        aCallCount(at(-1), { count: 1 }),
        aCallCount(at(0), { count: 2 }),
        aCallCount(at(9), { statusClass: '5xx', count: 4 }),
        aCallCount(at(9), { route: 'GET /api/tags', count: 8 }),
        aCallCount(at(23), { count: 16 }),
      ];
      const reads = [aReadCount(at(0), { promptId, count: 2 }), aReadCount(at(9), { promptId, version: 2 })];
      await withStorage(services(), ({ usage }) => usage.apply(aBatch(accountIdOf(owner), { calls, reads })));
      const read = (query: string) => readStats(services().second, owner.token, query);
      return {
        read,
        at,
        day: (count: number) =>
          at(24 * count)
            .toISOString()
            .slice(0, 10),
        promptId,
      };
    }

    it('by day', async () => {
      const { read, at, day } = await anAccountWithUsage();

      expect(await read(`?from=${day(-1)}&to=${day(1)}`)).toEqual({
        from: at(-24).toISOString(),
        to: at(24).toISOString(),
        interval: 'day',
        total: 31,
        series: [
          { start: at(-24).toISOString(), group: '2xx', count: 1 },
          { start: at(0).toISOString(), group: '2xx', count: 26 },
          { start: at(0).toISOString(), group: '5xx', count: 4 },
        ],
      });
    });

    it('by route and by prompt', async () => {
      const { read, at, day, promptId } = await anAccountWithUsage();
      const range = `?from=${day(0)}&to=${day(1)}`;

      expect(await read(`${range}&groupBy=route`)).toMatchObject({
        total: 30,
        series: [
          { group: 'GET /api/prompts/{ref}', count: 22 },
          { group: 'GET /api/tags', count: 8 },
        ],
      });
      expect(await read(`${range}&groupBy=prompt`)).toMatchObject({
        total: 3,
        series: [{ start: at(0).toISOString(), group: promptId, count: 3 }],
      });
    });
  });

  it('are rejected with more than ten thousand entries by hour, but not by day', async () => {
    const { first } = services();
    const owner = await first.openAccount();
    const promptIds = times(5001, aPromptId);
    const morning = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
    const reads = [morning, morning + HOUR_MS].flatMap((hour) =>
      promptIds.map((promptId) => aReadCount(new Date(hour), { promptId })),
    );
    await withStorage(services(), ({ usage }) => usage.apply(aBatch(accountIdOf(owner), { reads })));

    const response = await first.get(`${PATH}?groupBy=prompt&interval=hour`, { key: owner.token });

    expect([response.status, codeIn(response), pathsIn(response)]).toEqual([400, 'range_too_large', ['from']]);
    expect(response.text).toContain('by day');
    expect(await readStats(first, owner.token, '?groupBy=prompt')).toMatchObject({ total: 10_002 });
  });

  it.each([
    ['from=', 'from'],
    ['from=2026-02-30', 'from'],
    ['from=2026-01-01&from=2026-01-02', 'from'],
    ['to=tomorrow', 'to'],
    ['from=2026-01-02&to=2026-01-01', 'to'],
    ['from=2999-01-01', 'to'],
    ['interval=week', 'interval'],
    ['groupBy=account', 'groupBy'],
    ['groupby=route', 'groupby'],
    ['limit=10', 'limit'],
    ['__proto__=1', '__proto__'],
  ])('are rejected with ?%s', async (query, path) => {
    owner ??= await services().first.openAccount();

    const response = await services().second.get(`${PATH}?${query}`, { key: owner.token });

    expect([response.status, codeIn(response), pathsIn(response)]).toEqual([400, 'bad_query', [path]]);
  });
}
