import { type Backend, type OpenBackend, openBackend } from '../backends.ts';
import { baselineKeys } from '../baseline/baseline-keys.ts';
import type { CorePlan } from '../cores.ts';
import { LoadProcess } from '../load/load-process.ts';
import { type RoundResult, Script } from '../measure.ts';
import type { MeasureOptions, OnProgress } from '../measure-backend.ts';
import { keyringFileIn, MeasuredProcess, type Target } from '../measured-process.ts';
import type { GrowthResult } from '../results.ts';
import { SCENARIOS } from '../scenarios.ts';
import { addReader, createKeyring, type Reader, type SeededService } from '../seeded-service.ts';
import {
  type CopiedAccounts,
  copiedAccountEmail,
  copiedAccountId,
  OWNER_EVERY,
  queriedIndexes,
} from './copied-accounts.ts';
import { fillRedis } from './fill-redis.ts';
import { fillPostgres, fillSqlite } from './fill-sql.ts';

export const SMALL = 1_000;
export const LARGE = 1_000_000;

const GROWTH_SCENARIOS = SCENARIOS.filter(({ name }) =>
  ['verify', 'label', 'label-uncached', 'list', 'list-uncached', '304'].includes(name),
);

interface FilledService {
  readonly service: MeasuredProcess;
  readonly seeded: SeededService;
  dispose(): Promise<void>;
}

export type GrowthOptions = Pick<MeasureOptions, 'connections' | 'rounds' | 'end'> & { readonly large?: number };

/** Measures a small and a large storage alternately, each with its own service. */
export async function measureGrowth(
  backend: Backend,
  { connections, rounds, end, large: largest = LARGE }: GrowthOptions,
  cores: CorePlan | undefined,
  onProgress: OnProgress,
): Promise<readonly GrowthResult[]> {
  const load = new LoadProcess();
  const filled: FilledService[] = [];
  try {
    for (const accounts of [SMALL, largest]) {
      onProgress(`${backend}: filling with ${accounts} accounts and prompts`);
      filled.push(await fillService(await openBackend(backend), accounts, cores));
    }
    const [small, large] = filled;
    if (!small || !large) throw new Error('two services are expected');
    const runs = GROWTH_SCENARIOS.map((scenario) => ({
      scenario,
      small: {
        ...small,
        script: new Script(spread(scenario.requests(small.seeded), connections)),
        rounds: [] as RoundResult[],
      },
      large: {
        ...large,
        script: new Script(spread(scenario.requests(large.seeded), connections)),
        rounds: [] as RoundResult[],
      },
    }));
    for (let round = 0; round <= rounds; round += 1) {
      onProgress(`${backend}: growth, ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`);
      for (const { scenario, ...sizes } of runs) {
        for (const { script, service, rounds } of [sizes.small, sizes.large]) {
          const result = await script.play({ load, target: service, scenario, end });
          if (round > 0) rounds.push(result);
        }
      }
    }
    return runs.map(({ scenario: { name, title }, small, large }) => ({
      name,
      title,
      small: small.rounds,
      large: large.rounds,
    }));
  } finally {
    load.dispose();
    await Promise.all(filled.map((each) => each.dispose()));
  }
}

/** Distributes the accounts over the connections; each connection cycles through its accounts. */
const spread = (requests: readonly (readonly string[])[], connections: number): readonly (readonly string[])[] =>
  Array.from({ length: connections }, (_, connection) =>
    requests.filter((_, index) => index % connections === connection).flat(),
  );

async function fillService(
  storage: OpenBackend,
  accounts: number,
  cores: CorePlan | undefined,
): Promise<FilledService> {
  const target = { folder: storage.folder, storageUrl: storage.url, cores };
  await createKeyring(target);
  const service = await MeasuredProcess.startService(target);
  const dispose = async () => {
    await service.stop();
    await storage.dispose();
  };
  try {
    const template = await addReader(service.url, 0, OWNER_EVERY);
    const readers = await fillStorage(target, template, accounts);
    return { service, seeded: { readers, authors: [], resetters: [] }, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
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
