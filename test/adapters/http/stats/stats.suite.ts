import { expect, it } from 'vitest';
import { aBatch, aCallCount, aPromptId, aReadCount } from '../../../support/builders/some-usage.ts';
import { codeIn, pathsIn } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';
import { accountIdOf, readStats, withStorage } from './stats.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function statsSuite(services: () => TwoServices): void {
  it('are returned by day, route and prompt', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
    const at = (hour: number) => new Date(midnight + hour * HOUR_MS);
    const promptId = aPromptId();
    const calls = [
      aCallCount(at(-1), { count: 1 }),
      aCallCount(at(0), { count: 2 }),
      aCallCount(at(9), { statusClass: '5xx', count: 4 }),
      aCallCount(at(9), { route: 'GET /api/tags', count: 8 }),
    ];
    const reads = [aReadCount(at(0), { promptId, count: 2 }), aReadCount(at(9), { promptId, version: 2 })];
    await withStorage(services(), ({ usage }) => usage.apply(aBatch(accountIdOf(owner), { calls, reads })));
    const day = (count: number) => at(24 * count).toISOString();
    const read = (from: number, groupBy: string) =>
      readStats(second, owner.token, `?from=${day(from).slice(0, 10)}&to=${day(1).slice(0, 10)}${groupBy}`);

    expect(await read(-1, '')).toEqual({
      from: day(-1),
      to: day(1),
      interval: 'day',
      total: 15,
      series: [
        { start: day(-1), group: '2xx', count: 1 },
        { start: day(0), group: '2xx', count: 10 },
        { start: day(0), group: '5xx', count: 4 },
      ],
    });
    expect(await read(0, '&groupBy=route')).toMatchObject({
      total: 14,
      series: [
        { group: 'GET /api/prompts/{ref}', count: 6 },
        { group: 'GET /api/tags', count: 8 },
      ],
    });
    expect(await read(0, '&groupBy=prompt')).toMatchObject({ series: [{ start: day(0), group: promptId, count: 3 }] });
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
    const { token: key } = await services().first.openAccount();

    const response = await services().second.get(`/api/stats?${query}`, { key });

    expect([response.status, codeIn(response), pathsIn(response)]).toEqual([400, 'bad_query', [path]]);
  });
}
