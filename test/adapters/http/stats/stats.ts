import { expect } from 'vitest';
import { z } from 'zod';
import { type AccountId, parseAccountId } from '../../../../src/domain/accounts/account.ts';
import { invariant } from '../../../../src/domain/invariant.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { connectTo, type StoragePorts } from '../../../support/storage/backends.ts';
import type { Api, ApiResponse, Owner } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const time = z.iso.datetime({ precision: 3 });
const stats = z.strictObject({
  data: z.strictObject({
    from: time,
    to: time,
    interval: z.enum(['hour', 'day']),
    total: z.int(),
    series: z.array(z.strictObject({ start: time, group: z.string(), count: z.int().min(1) })),
  }),
});

export type Stats = z.output<typeof stats>['data'];

export function statsIn(response: ApiResponse): Stats {
  expect(response.status, response.text).toBe(200);
  return stats.parse(response.body).data;
}

export const readStats = async (api: Api, key: string, query = ''): Promise<Stats> =>
  statsIn(await api.get(`/api/stats${query}`, { key }));

/** The total of each group over the whole series. */
export function sumByGroup({ series }: Pick<Stats, 'series'>): Record<string, number> {
  const groups: Record<string, number> = {};
  for (const { group, count } of series) groups[group] = (groups[group] ?? 0) + count;
  return groups;
}

/** Reading the statistics is counted too. */
const STATS_ROUTE = 'GET /api/stats';

/** The number of calls per route, without the calls that read the statistics. */
export async function readCallsByRoute(api: Api, key: string): Promise<Record<string, number>> {
  const { [STATS_ROUTE]: _, ...others } = sumByGroup(await readStats(api, key, '?groupBy=route'));
  return others;
}

/** Counts appear about a second after the call; on a slow machine it may take longer. */
export const waitUntilShown = (condition: () => Promise<boolean>, what: string): Promise<void> =>
  waitUntil(condition, { what: `${what} is shown`, timeoutMs: 60_000 });

/** Gives direct access to the storage, for data that no request can create or read. */
export async function withStorage<Result>(
  { installation }: TwoServices,
  work: (ports: StoragePorts) => Promise<Result>,
): Promise<Result> {
  const ports = await connectTo(installation.settings['PROMPTHOLD_STORAGE_URL'] ?? '');
  try {
    return await work(ports);
  } finally {
    await ports.close();
  }
}

export function accountIdOf({ userId }: Owner): AccountId {
  const id = parseAccountId(userId);
  invariant(id !== undefined, 'the user id of an owner is an account id');
  return id;
}
