import { waitUntil } from '../../support/servers/wait-until.ts';
import { publish } from './actions.ts';
import { runClient } from './client.ts';
import { concludeHistory } from './final-checks.ts';
import { History } from './judge/history.ts';
import { judge } from './judge/judge.ts';
import { type Fault, type FaultKind, Nemesis, planFaults } from './nemesis.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Fleet } from './service/fleet.ts';
import { openAccount } from './service/open-account.ts';
import type { TorturedStorage } from './service/tortured-storage.ts';

export const CLIENTS_PER_HISTORY = 3;
const ATTEMPTS_MAX = 10;
const BEGUN_MS = 60_000;

export interface Rig {
  readonly fleet: Fleet;
  readonly storage: TorturedStorage;
  /** The trouble of every round, for tests that need a particular one. Left to the seed otherwise. */
  readonly plan?: readonly Fault[];
  /** For tests that need the storage in a particular state when the clients begin. */
  readonly beforeTrouble?: () => Promise<unknown>;
  /** How many versions each history must have been acknowledged when trouble begins, for tests in which some are lost. */
  readonly versionsBeforeTrouble?: number;
}

export interface JudgedHistory {
  readonly history: History;
  readonly violations: readonly string[];
}

export interface RoundResult {
  readonly histories: readonly JudgedHistory[];
  readonly faults: readonly FaultKind[];
}

/** Several histories at once, each of an account of its own, and the trouble that all of them meet. */
export async function runRound(rig: Rig, seed: string, round: number, size: number): Promise<RoundResult> {
  const { fleet, storage } = rig;
  const plan = rig.plan ?? planFaults(new SeededRandom(seed, round, 'plan'), fleet, storage);
  const nemesis = new Nemesis(fleet, storage, (fault) => new SeededRandom(seed, round, 'fault', fault));
  const histories: History[] = [];
  for (let number = 0; number < size; number += 1) histories.push(await beginHistory(fleet, seed, round, number));
  await rig.beforeTrouble?.();

  let isOver = false;
  await Promise.all([
    haveBegun(histories, rig.versionsBeforeTrouble ?? 0)
      .then(() => nemesis.carryOut(plan))
      .finally(() => {
        isOver = true;
      }),
    ...histories.flatMap((history) =>
      Array.from({ length: CLIENTS_PER_HISTORY }, (_, client) =>
        runClient(history, new SeededRandom(seed, history.name, client), () => isOver),
      ),
    ),
  ]);

  const judged = await Promise.all(
    histories.map((history) => concluded(history, new SeededRandom(seed, history.name, 'finale'))),
  );
  return { histories: judged, faults: nemesis.happened };
}

const acknowledged = ({ publications }: History): number =>
  publications.filter(({ outcome }) => typeof outcome === 'number').length;

const haveBegun = (histories: readonly History[], versions: number): Promise<void> =>
  waitUntil(() => histories.every((history) => acknowledged(history) >= versions), {
    what: `${versions} versions of each history are acknowledged`,
    timeoutMs: BEGUN_MS,
  });

async function beginHistory(fleet: Fleet, seed: string, round: number, number: number): Promise<History> {
  const name = `${round}.${number}`;
  const address = `10.${(round >> 8) & 255}.${round & 255}.${number + 1}`;
  const account = await openAccount(fleet, `h${name}-${seed}`, address);
  const history = new History(name, account, fleet, address);
  // Again while nobody knows: on a busy machine a storage may take longer than a service waits.
  do {
    await publish(history, { service: 0 }, 'PUT', ['production']);
  } while (history.publications.at(-1)?.outcome === 'unknown' && history.publications.length < ATTEMPTS_MAX);
  if (acknowledged(history) === 0) throw new Error(`no prompt for history ${name}: ${history.failures}`);
  return history;
}

/** A history that cannot even be asked about is as wrong as one that contradicts itself. */
async function concluded(history: History, random: SeededRandom): Promise<JudgedHistory> {
  try {
    const finale = await concludeHistory(history, random);
    return { history, violations: judge(history, finale) };
  } catch (error) {
    return { history, violations: [...history.failures, String(error)] };
  }
}
