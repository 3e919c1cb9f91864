import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { proofSize } from '../../support/proof-size.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { readOk, sendOk } from '../../support/service/send-ok.ts';
import { connectTo } from '../../support/storage/backends.ts';
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
  usual: { prompts: [0, 1000, 3000], contentBytes: 15_000 },
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

const VISIBLE = [
  ...['/api/auth/token', '/api/auth/rotations', '/api/tags', '/api/prompts?archived=any&include=content'],
  '/api/prompts/mail%2Fgreeting/labels/production/history',
];
const GROUPINGS = ['status', 'route', 'prompt'] as const;

const signIn = async (url: string, { email, password }: OpenedAccount): Promise<string> =>
  (await sendOk(url, { method: 'POST', path: '/api/auth/token', json: { email, password } })).text();

const rotateKey = async (url: string, account: OpenedAccount): Promise<OpenedAccount> => ({
  ...account,
  ...(await readOk(url, { method: 'DELETE', path: '/api/auth/token', key: account.token })),
});

describe(`a storage with ${STORED} prompts`, () => {
  const disposals: (() => Promise<void>)[] = [];
  const urls: string[] = [];
  let installation: Installation;
  let accounts: OpenedAccount[];
  let before: readonly string[];
  let counted: readonly string[];

  beforeAll(async () => {
    const start = await fresh(realStorages[0]);
    installation = await Installation.on(start);
    disposals.push(() => installation.dispose());
    accounts = await Array.fromAsync(PROMPTS, () => installation.openAccount());
    for (const [index, { userId }] of accounts.entries())
      insertPrompts(start, userId, PROMPTS[index] ?? 0, CONTENT_BYTES);
    const service = await installation.serve();
    for (const account of accounts) await usePrompts(service.url, account);
    accounts = await Promise.all(accounts.map((account) => rotateKey(service.url, account)));
    before = await readVisibleData(service.url);
    await service.stop();
    counted = await readStatistics(start);
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

  /** What the accounts see of themselves, byte for byte. The export of the largest one is too large to compare. */
  const readVisibleData = (url: string): Promise<readonly string[]> =>
    Promise.all(
      accounts.flatMap((account, index) => [
        signIn(url, account),
        ...VISIBLE.map((path) => call(url, account, 'GET', path)),
        ...(index < 2 ? [call(url, account, 'GET', '/api/export')] : []),
      ]),
    );

  /** Directly from the storage: reading them through the API would be counted. */
  async function readStatistics(storageUrl: string): Promise<readonly string[]> {
    const { usage, close } = await connectTo(storageUrl);
    const range = { from: new Date(0), to: new Date(Date.now() + 86_400_000), interval: 'hour', limit: 1000 } as const;
    const counts = accounts.flatMap(({ userId }) =>
      GROUPINGS.map((groupBy) => usage.summarize(userId as AccountId, { ...range, groupBy })),
    );
    const lastUsed = accounts.map(({ userId }) => usage.lastUsedAt(userId as AccountId));
    const all = [...(await Promise.all(counts)).flat(), ...(await Promise.all(lastUsed))];
    await close();
    return all.map((each) => JSON.stringify(each)).toSorted();
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
      expect(await readStatistics(restored)).toEqual(counted);
      const service = await installation.serve({ PROMPTHOLD_STORAGE_URL: restored });
      expect(await readVisibleData(service.url)).toEqual(before);
      await service.stop();
    },
    45 * MINUTES,
  );
});
