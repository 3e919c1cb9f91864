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

/** What the whole series has of each group. */
export function sums({ series }: Pick<Stats, 'series'>): Record<string, number> {
  const groups: Record<string, number> = {};
  for (const { group, count } of series) groups[group] = (groups[group] ?? 0) + count;
  return groups;
}

/** Looking is a call as well. */
export const LOOKING = 'GET /api/stats';

/** What was called, apart from the calls that looked at it. */
export async function calledRoutes(api: Api, key: string): Promise<Record<string, number>> {
  const { [LOOKING]: _, ...others } = sums(await readStats(api, key, '?groupBy=route'));
  return others;
}

/** Counts are shown about a second after the call; a slow machine may take longer. */
export const shown = (condition: () => Promise<boolean>, what: string): Promise<void> =>
  waitUntil(condition, { what: `${what} is shown`, timeoutMs: 60_000 });

/** The storage itself, for what no request can make or see. */
export async function withStorage<ApiResponse>(
  { installation }: TwoServices,
  work: (ports: StoragePorts) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const ports = await connectTo(installation.settings['PROMPTHOLD_STORAGE_URL'] ?? '');
  try {
    return await work(ports);
  } finally {
    await ports.close();
  }
}

export function idOf({ userId }: Owner): AccountId {
  const id = parseAccountId(userId);
  invariant(id !== undefined, 'an owner has an account');
  return id;
}
