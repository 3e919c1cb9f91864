import type { Backend } from '../../backends.ts';
import { baselineKeys } from '../baseline/baseline-keys.ts';
import type { CorePlan } from '../cores.ts';
import { type Contestant, type MeasureOptions, measureRows, type Row } from '../measure.ts';
import { startEmptyService } from '../measure-backend.ts';
import { keyringFileIn, type Target } from '../measured-process.ts';
import { scenariosNamed } from '../scenarios.ts';
import { addReader, type Reader } from '../seeded-service.ts';
import {
  type CopiedAccounts,
  copiedAccountEmail,
  copiedAccountId,
  OWNER_EVERY,
  queriedIndexes,
} from './copied-accounts.ts';
import { fillRedis } from './fill-redis.ts';
import { fillPostgres, fillSqlite } from './fill-sql.ts';

const SMALL = 1_000;
const LARGE = 1_000_000;

const GROWTH_SCENARIOS = scenariosNamed(['verify', 'label', 'label-uncached', 'list', 'list-uncached', '304']);

export type GrowthOptions = Omit<MeasureOptions, 'scenarios'> & { readonly large?: number };

/** Measures a small and a large storage alternately, each with its own service. */
export async function measureGrowth(
  backend: Backend,
  options: GrowthOptions,
  cores: CorePlan | undefined,
): Promise<readonly Row[]> {
  await using stack = new AsyncDisposableStack();
  const fill = async (accounts: number): Promise<Contestant> => {
    options.log(`filling with ${accounts} accounts and prompts`);
    const { target, server } = await startEmptyService(stack, backend, cores);
    const template = await addReader(server.url, 0, OWNER_EVERY);
    const readers = await fillStorage(target, template, accounts);
    return { server, seeded: { readers, authors: [], resetters: [] } };
  };
  const small = await fill(SMALL);
  const large = await fill(options.large ?? LARGE);
  return await measureRows(large, small, { ...options, scenarios: GROWTH_SCENARIOS });
}

/** Returns the queried accounts: copies of the template, each with its own key. */
async function fillStorage(
  { folder, storageUrl: url }: Target,
  template: Reader,
  accounts: number,
): Promise<readonly Reader[]> {
  const keys = baselineKeys(keyringFileIn(folder));
  const keysByIndex = new Map(queriedIndexes(accounts).map((index) => [index, keys.make()]));
  const digests = new Map(Array.from(keysByIndex, ([index, key]) => [index, keys.digest(key)]));
  const copies: CopiedAccounts = { templateId: template.id, accounts, digests };

  if (url.startsWith('sqlite:')) await fillSqlite(url.slice('sqlite:'.length), copies);
  else if (url.startsWith('postgres:')) await fillPostgres(url, copies);
  else await fillRedis(url, copies);
  return Array.from(keysByIndex, ([index, key]) => ({
    ...template,
    id: copiedAccountId(index),
    email: copiedAccountEmail(index),
    key,
  }));
}
