import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofSize } from '../../support/proof-size.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { insertPrompts } from './insert-prompts.ts';
import { runMeasured } from './measured-cli.ts';
import { call, PROMPTS_USED, usePrompts } from './use-prompts.ts';

const BYTES_MAX = 200 * 1000 * 1000;
/**
 * Prompts of the three accounts. Redis reads accounts with more than 2,000 differently. Fewer prompts are larger: a
 * command that holds all of them exceeds the limit in either size.
 */
const { prompts: PROMPTS, contentBytes: CONTENT_BYTES } = proofSize({
  usual: { prompts: [0, 2000, 8000], contentBytes: 6000 },
  full: { prompts: [0, 2000, 98_000], contentBytes: 200 },
});
const STORED = PROMPTS.reduce((sum, prompts) => sum + prompts);
const MINUTES = 60_000;

/** Standalone Redis is omitted, because it behaves like Redis Cluster. */
const stations = realStorages.filter(({ name }) => name !== 'sqlite' && name !== 'redis').map(withSeparateCluster);

/** Uses a separate cluster, because other tests scan all keys of the shared one. */
function withSeparateCluster(storage: (typeof realStorages)[number]): typeof storage {
  const fresh = () => startRedisCluster({ replicas: 0 });
  return storage.name === 'redis-cluster' ? { ...storage, fresh } : storage;
}

describe(`a storage with ${STORED} prompts`, () => {
  const disposals: (() => Promise<void>)[] = [];
  const urls: string[] = [];
  let installation: Installation;
  let accounts: readonly OpenedAccount[];
  let before: readonly string[];

  beforeAll(async () => {
    const start = await fresh(realStorages[0]);
    installation = await Installation.on(start);
    disposals.push(() => installation.dispose());
    accounts = await Array.fromAsync(PROMPTS, () => installation.openAccount());
    for (const [index, { userId }] of accounts.entries())
      insertPrompts(start, userId, PROMPTS[index] ?? 0, CONTENT_BYTES);
    const service = await installation.serve();
    for (const account of accounts) await usePrompts(service.url, account);
    before = await readVisibleData(service.url);
    await service.stop();
  }, 15 * MINUTES);
  afterAll(async () => {
    for (const dispose of disposals.reverse()) await dispose();
  });

  async function fresh(storage = realStorages[0]): Promise<string> {
    if (!storage) throw new Error('STORAGE excludes every storage');
    const opened = await storage.fresh();
    disposals.push(() => opened.dispose());
    urls.push(opened.url);
    return opened.url;
  }

  /** The keys of all accounts, and the exports that are small enough to compare. */
  async function readVisibleData(url: string): Promise<readonly string[]> {
    const keys = await Promise.all(accounts.map((account) => call(url, account, 'GET', '/api/auth/token')));
    const exports = await Promise.all(accounts.slice(0, 2).map((account) => call(url, account, 'GET', '/api/export')));
    return [...keys, ...exports];
  }

  async function run(args: readonly string[], settings: Readonly<Record<string, string>>) {
    const command = { folder: installation.folder, settings: { ...installation.settings, ...settings } };
    const { code, stdout, stderr, peakBytes } = await runMeasured([...args, '--json'], command);
    expect(code, stderr).toBe(0);
    expect(peakBytes).toBeGreaterThan(0);
    expect(peakBytes, args.join(' ')).toBeLessThan(BYTES_MAX);
    return JSON.parse(stdout);
  }

  it(
    'moves from backend to backend, into a backup and back within 200 MB of memory, unchanged',
    async () => {
      const transfers = [];
      for (const station of stations) {
        const [from = '', to] = [urls.at(-1), await fresh(station)];
        transfers.push(await run(['storage', 'copy', '--from', 'env:FROM', '--to', 'env:TO'], { FROM: from, TO: to }));
      }
      transfers.push(await run(['backup', 'large.backup'], { PROMPTHOLD_STORAGE_URL: urls.at(-1) ?? '' }));
      const restored = await fresh();
      transfers.push(await run(['restore', 'large.backup'], { PROMPTHOLD_STORAGE_URL: restored }));

      for (const transfer of transfers)
        expect(transfer).toMatchObject({ accounts: 3, prompts: STORED + accounts.length * PROMPTS_USED });
      expect(new Set(transfers.map(({ checksum }) => checksum)).size).toBe(1);
      const service = await installation.serve({ PROMPTHOLD_STORAGE_URL: restored });
      expect(await readVisibleData(service.url)).toEqual(before);
      await service.stop();
    },
    45 * MINUTES,
  );
});
