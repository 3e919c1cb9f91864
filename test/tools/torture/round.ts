import { waitUntil } from '../../support/servers/wait-until.ts';
import { SeededRandom } from '../seeded-random.ts';
import { publish } from './actions.ts';
import { checkHistory } from './checker/check-history.ts';
import { History } from './checker/history.ts';
import { runClient } from './client.ts';
import { runFinalChecks } from './final-checks.ts';
import { runLongRequests } from './long-requests.ts';
import { type Fault, type FaultKind, Nemesis, planFaults } from './nemesis.ts';
import { prepareReleases, runReleases } from './releases.ts';
import { openAccount } from './service/open-account.ts';
import type { ServiceInstances } from './service/service-instances.ts';
import type { StorageUnderTest } from './service/storage-under-test.ts';

export const CLIENTS_PER_HISTORY = 3;
const ATTEMPTS_MAX = 10;

export interface SystemUnderTest {
  readonly instances: ServiceInstances;
  readonly storage: StorageUnderTest;
  /** The faults of every round, for tests that need particular ones. Otherwise the seed determines them. */
  readonly plan?: readonly Fault[];
  /** For tests that need the storage in a particular state before the clients start. */
  readonly beforeFaults?: () => Promise<unknown>;
  /** How many versions of each history must be acknowledged before the first fault, for tests that lose some. */
  readonly versionsBeforeFaults?: number;
}

export interface CheckedHistory {
  readonly history: History;
  readonly violations: readonly string[];
}

export interface RoundResult {
  readonly histories: readonly CheckedHistory[];
  readonly faults: readonly FaultKind[];
}

/** Runs several histories concurrently, each with its own account, under the same faults. */
export async function runRound(
  system: SystemUnderTest,
  seed: string,
  round: number,
  size: number,
): Promise<RoundResult> {
  const { instances, storage } = system;
  const plan = system.plan ?? planFaults(new SeededRandom(seed, round, 'plan'), instances, storage);
  const nemesis = new Nemesis(instances, storage, (fault) => new SeededRandom(seed, round, 'fault', fault));
  const histories: History[] = [];
  for (let number = 0; number < size; number += 1) histories.push(await startHistory(instances, seed, round, number));
  await system.beforeFaults?.();

  let isOver = false;
  await Promise.all([
    waitForVersions(histories, system.versionsBeforeFaults ?? 0)
      .then(() => nemesis.run(plan))
      .finally(() => {
        isOver = true;
      }),
    ...histories.flatMap((history) =>
      Array.from({ length: CLIENTS_PER_HISTORY }, (_, client) =>
        runClient(history, new SeededRandom(seed, history.name, client), () => isOver),
      ),
    ),
    ...histories.map((history) =>
      runLongRequests(history, new SeededRandom(seed, history.name, 'long requests'), () => isOver),
    ),
    ...histories.map((history) => runReleases(history, new SeededRandom(seed, history.name, 'releases'), () => isOver)),
  ]);

  const checked = await Promise.all(
    histories.map((history) => finishHistory(history, new SeededRandom(seed, history.name, 'final checks'))),
  );
  return { histories: checked, faults: nemesis.injected };
}

const countAcknowledged = ({ publications }: History): number =>
  publications.filter(({ outcome }) => typeof outcome === 'number').length;

const waitForVersions = (histories: readonly History[], versions: number): Promise<void> =>
  waitUntil(() => histories.every((history) => countAcknowledged(history) >= versions), {
    what: `${versions} versions of each history are acknowledged`,
  });

async function startHistory(
  instances: ServiceInstances,
  seed: string,
  round: number,
  number: number,
): Promise<History> {
  const name = `${round}.${number}`;
  const address = `10.${(round >> 8) & 255}.${round & 255}.${number + 1}`;
  const account = await openAccount(instances, `h${name}-${seed}`, address);
  const history = new History(name, account, instances, address);
  // Retried while the outcome is unknown: on a busy machine a storage may take longer than a service waits.
  do {
    await publish(history, { service: 0 }, 'PUT', ['production']);
  } while (history.publications.at(-1)?.outcome === 'unknown' && history.publications.length < ATTEMPTS_MAX);
  if (countAcknowledged(history) === 0)
    throw new Error(`cannot publish the first version of history ${name}: ${history.failures}`);
  await prepareReleases(history);
  return history;
}

/** A history whose final checks fail to run counts as violated too. */
async function finishHistory(history: History, random: SeededRandom): Promise<CheckedHistory> {
  try {
    const finalState = await runFinalChecks(history, random);
    return { history, violations: checkHistory(history, finalState) };
  } catch (error) {
    return { history, violations: [...history.failures, String(error)] };
  }
}
