import { beforeAll, describe, expect, it } from 'vitest';
import { proofSize } from '../../support/proof-size.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { attacks } from './attacks.ts';
import { slownessOfProcessor } from './machine-speed.ts';
import { type RoundResult, runRound } from './round.ts';

const SETTINGS = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open', PROMPTHOLD_LOG_LEVEL: 'warn' };
const STORAGES = ['sqlite', 'postgres'];

const MEMORY_MB_MAX = 700;
/** Processor time of one turn of the event loop, which a busy machine does not change: of the requests of one client. */
const ALONE_TURN_MS_MAX = 50;
/** While all clients attack, a turn handles parts of dozens of requests, and may have to collect their garbage. */
const TURN_MS_MAX = 100;
const ROUNDS_MAX = 3;
/** Rounds take seconds, but the preparation stores thousands of prompts, which takes minutes on a busy machine. */
const TIMEOUT_MS = 900_000;

/** Refused before the storage is asked for more than a prompt: their rounds on Postgres would repeat those on SQLite. */
const WITHOUT_STORAGE = [
  ...['renders with 99 large includes', 'configs of 1 MiB'],
  ...['imports of 32 MiB of {}', 'imports of as many values as allowed'],
  ...['bodies of 1 MiB of unknown keys', 'half-sent imports'],
  ...['half-sent lines of imports', 'first reads of the OpenAPI document'],
];
const TOGETHER: readonly (readonly string[])[] = [
  ['renders with as many tags as allowed', 'imports of 32 MiB of {}', 'unread lists with content'],
  ['diffs of 131,000 lines', 'half-sent imports', 'sign-ups'],
  ['searches without a hit', 'restores of large versions', 'exports of many large versions'],
];

/** Usually, those that attack together are not repeated alone: the limits are the same, and harder to keep. */
const aloneOn = (storage: string) => {
  const omitted = [...TOGETHER.flat(), ...(storage === 'sqlite' ? [] : WITHOUT_STORAGE)];
  return proofSize({ usual: attacks.filter(({ name }) => !omitted.includes(name)), full: attacks });
};

describe.each(realStorages.filter(({ name }) => STORAGES.includes(name)))(
  'one account at its worst on $name',
  (storage) => {
    const installation = provideInstallation(storage.fresh, SETTINGS);
    let attacker: OpenedAccount;
    let victim: OpenedAccount;

    beforeAll(async () => {
      attacker = await installation().openAccount();
      victim = await installation().openAccount();
    });

    const attack = async (names: readonly string[]): Promise<RoundResult> => {
      const result = await runRound(installation(), attacker, victim, names);
      process.stdout.write(`${describeRound(storage.name, names, result)}\n`);
      return result;
    };

    const expectUnharmed = async (names: readonly string[]): Promise<void> => {
      // Compiling and collecting garbage add to a turn now and then. A turn is the service's own fault if it is too long in
      // every round; whatever ends the service or fills its memory counts the first time.
      for (let round = 1; ; round += 1) {
        const result = await attack(names);
        expectAlive(result);
        if (hasShortTurns(result)) return;
        if (round === ROUNDS_MAX) expect(result).toSatisfy(hasShortTurns);
      }
    };

    it.each(aloneOn(storage.name))('harms no other account with $name', { timeout: TIMEOUT_MS }, ({ name }) =>
      expectUnharmed([name]),
    );

    it.each(TOGETHER)('harms no other account with %s, %s and %s together', { timeout: TIMEOUT_MS }, (...names) =>
      expectUnharmed(names),
    );
  },
);

function hasShortTurns({ aloneTurnMs, turnMs }: RoundResult): boolean {
  const slowness = slownessOfProcessor();
  return aloneTurnMs <= slowness * ALONE_TURN_MS_MAX && turnMs <= slowness * TURN_MS_MAX;
}

function expectAlive({ exitCode, failures, verifies, peakMb }: RoundResult): void {
  expect(exitCode).toBeUndefined();
  expect(failures).toEqual([]);
  expect(verifies).toBeGreaterThan(0);
  expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
}

/** One line for docs/proof.md, and what the attackers got. */
function describeRound(
  storage: string,
  names: readonly string[],
  { counts, failures, ...measured }: RoundResult,
): string {
  const { verifies, p50Ms, p99Ms, maxMs, slowdown, stolenMs, aloneTurnMs, turnMs, peakMb, exitCode } = measured;
  const latencies = [verifies, p50Ms, p99Ms, maxMs, slowdown, stolenMs];
  const figures = [names.join(' + '), storage, ...latencies, aloneTurnMs, turnMs, peakMb];
  const problems = [...(exitCode === undefined ? [] : [`exited with ${exitCode}`]), ...failures.slice(0, 3)];
  return `| ${figures.join(' | ')} | ${JSON.stringify(counts)} ${problems.join('; ')}`;
}
