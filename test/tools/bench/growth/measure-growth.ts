import { type Backend, type OpenBackend, openBackend } from '../backends.ts';
import { baselineKeys } from '../baseline/baseline-keys.ts';
import type { CorePlan } from '../cores.ts';
import { LoadProcess } from '../load/load-process.ts';
import { type RoundResult, Script } from '../measure.ts';
import type { Extent, Tell } from '../measure-backend.ts';
import { keyringFileIn, MeasuredProcess, type Place } from '../measured-process.ts';
import type { GrowthResult } from '../results.ts';
import { SCENARIOS } from '../scenarios.ts';
import { addReader, makeKeyring, type Reader, type Stage } from '../seeded-service.ts';
import { askedPlaces, type Crowd, crowdEmail, crowdId, OWNER_EVERY } from './copied-accounts.ts';
import { fillRedis } from './fill-redis.ts';
import { fillPostgres, fillSqlite } from './fill-sql.ts';

export const SMALL = 1_000;
export const LARGE = 1_000_000;

const GROWING = SCENARIOS.filter(({ name }) =>
  ['verify', 'label', 'label-anew', 'list', 'list-anew', '304'].includes(name),
);

interface FilledService {
  readonly service: MeasuredProcess;
  readonly stage: Stage;
  dispose(): Promise<void>;
}

export type GrowthExtent = Pick<Extent, 'connections' | 'rounds' | 'end'> & { readonly large?: number };

/** A small storage and a large one, each with a service of its own, asked in turn. */
export async function measureGrowth(
  backend: Backend,
  { connections, rounds, end, large: largest = LARGE }: GrowthExtent,
  cores: CorePlan | undefined,
  tell: Tell,
): Promise<readonly GrowthResult[]> {
  const load = new LoadProcess();
  const filled: FilledService[] = [];
  try {
    for (const accounts of [SMALL, largest]) {
      tell(`${backend}: filling with ${accounts} accounts and prompts`);
      filled.push(await fillService(await openBackend(backend), accounts, cores));
    }
    const [small, large] = filled;
    if (!small || !large) throw new Error('there are two');
    const runs = GROWING.map((scenario) => ({
      scenario,
      small: {
        ...small,
        script: new Script(spread(scenario.requests(small.stage), connections)),
        rounds: [] as RoundResult[],
      },
      large: {
        ...large,
        script: new Script(spread(scenario.requests(large.stage), connections)),
        rounds: [] as RoundResult[],
      },
    }));
    for (let round = 0; round <= rounds; round += 1) {
      tell(`${backend}: growth, ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`);
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

/** Each connection speaks for several accounts in turn. */
const spread = (requests: readonly (readonly string[])[], connections: number): readonly (readonly string[])[] =>
  Array.from({ length: connections }, (_, connection) =>
    requests.filter((_, index) => index % connections === connection).flat(),
  );

async function fillService(
  storage: OpenBackend,
  accounts: number,
  cores: CorePlan | undefined,
): Promise<FilledService> {
  const place = { folder: storage.folder, storageUrl: storage.url, cores };
  await makeKeyring(place);
  const service = await MeasuredProcess.startService(place);
  const dispose = async () => {
    await service.stop();
    await storage.dispose();
  };
  try {
    const template = await addReader(service.url, 0, OWNER_EVERY);
    const readers = await fillStorage(place, template, accounts);
    return { service, stage: { readers, authors: [], resetters: [] }, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Answers those who can be asked for: copies of the template, each with a key of its own. */
async function fillStorage(
  { folder, storageUrl: url }: Place,
  template: Reader,
  accounts: number,
): Promise<readonly Reader[]> {
  const keys = baselineKeys(keyringFileIn(folder));
  const asked = new Map(askedPlaces(accounts).map((place) => [place, keys.make()]));
  const digests = new Map(Array.from(asked, ([place, key]) => [place, keys.digest(key)]));
  const crowd: Crowd = { templateId: template.id, accounts, digests };

  if (url.startsWith('sqlite:')) await fillSqlite(url.slice('sqlite:'.length), crowd);
  else if (url.startsWith('postgres:')) await fillPostgres(url, crowd);
  else await fillRedis(url, crowd);
  return Array.from(asked, ([place, key]) => ({ ...template, id: crowdId(place), email: crowdEmail(place), key }));
}
