import { checkHistory } from './checker/check-history.ts';
import { printHistory } from './checker/print-history.ts';
import { readFinalState } from './final-checks.ts';
import { FAULTS, type FaultKind } from './nemesis.ts';
import { type ResetCounts, raceResets } from './race-resets.ts';
import { type CheckedHistory, runRound, type SystemUnderTest } from './round.ts';

export const HISTORIES_PER_ROUND = 8;

export interface RunOptions {
  readonly histories: number;
  readonly seed: string;
  /** Runs only this round. */
  readonly round?: number | undefined;
  readonly resetPairs: number;
  readonly probes: number;
}

export interface RunSummary {
  histories: number;
  operations: number;
  unknowns: number;
  readonly faults: Record<FaultKind, number>;
  readonly violations: Violation[];
  resets: ResetCounts | undefined;
}

export interface Violation {
  /** Undefined if it belongs to no round. */
  readonly round: number | undefined;
  readonly subject: string;
  readonly messages: readonly string[];
  /** The whole history, to find the cause. */
  readonly details: string;
}

export type OnProgress = (summary: RunSummary) => void;

/** Runs all rounds and races. Violations are returned, not thrown. */
export async function torture(
  system: SystemUnderTest,
  options: RunOptions,
  onProgress: OnProgress = () => {},
): Promise<RunSummary> {
  const summary: RunSummary = {
    histories: 0,
    operations: 0,
    unknowns: 0,
    faults: Object.fromEntries(FAULTS.map((kind) => [kind, 0])) as Record<FaultKind, number>,
    violations: [],
    resets: undefined,
  };
  const checked: CheckedHistory[] = [];
  for (const { round, size } of planRounds(options)) {
    const { histories, faults } = await runRound(system, options.seed, round, size);
    for (const kind of faults) summary.faults[kind] += 1;
    for (const each of histories) addToSummary(summary, round, each);
    checked.push(...histories);
    onProgress(summary);
  }
  await recheckVersions(summary, checked);
  if (options.resetPairs > 0 || options.probes > 0) await raceKeys(system, options, summary, onProgress);
  const { crashes } = system.instances;
  if (crashes.length > 0)
    summary.violations.push({ round: undefined, subject: 'services', messages: crashes, details: '' });
  return summary;
}

/** The rounds of a run, with the number of histories in each. */
export function planRounds({ histories, round: only }: RunOptions): readonly { round: number; size: number }[] {
  const rounds = Array.from({ length: Math.ceil(histories / HISTORIES_PER_ROUND) }, (_, index) => ({
    round: index + 1,
    size: Math.min(HISTORIES_PER_ROUND, histories - index * HISTORIES_PER_ROUND),
  }));
  return rounds.filter(({ round }) => only === undefined || round === only);
}

function addToSummary(summary: RunSummary, round: number, { history, violations }: CheckedHistory): void {
  summary.histories += 1;
  summary.operations += history.operations;
  summary.unknowns += history.unknowns;
  if (violations.length > 0) {
    const subject = `history ${history.name}`;
    summary.violations.push({ round, subject, messages: violations, details: printHistory(history) });
  }
}

/** The versions of earlier rounds must survive the faults of all later ones. */
async function recheckVersions(summary: RunSummary, checked: readonly CheckedHistory[]): Promise<void> {
  for (const [index, { history, violations }] of checked.entries()) {
    if (violations.length > 0) continue;
    const messages = checkHistory(history, await readFinalState(history, index % history.services));
    if (messages.length > 0) {
      const subject = `history ${history.name}, at the end of the run`;
      summary.violations.push({ round: undefined, subject, messages, details: printHistory(history) });
    }
  }
}

async function raceKeys(
  { instances }: SystemUnderTest,
  options: RunOptions,
  summary: RunSummary,
  onProgress: OnProgress,
): Promise<void> {
  const resetOptions = { pairs: options.resetPairs, probes: options.probes, seed: options.seed };
  summary.resets = await raceResets(instances, resetOptions, (resets) =>
    onProgress(Object.assign(summary, { resets })),
  );
  if (summary.resets.violations.length > 0) {
    summary.violations.push({ round: undefined, subject: 'resets', messages: summary.resets.violations, details: '' });
  }
}
