import { exportedVersions } from './final-checks.ts';
import { judge } from './judge/judge.ts';
import { printHistory } from './judge/print-history.ts';
import { FAULTS, type FaultKind } from './nemesis.ts';
import { type ResetCounts, raceResets } from './resets.ts';
import { type JudgedHistory, type Rig, runRound } from './round.ts';

export const HISTORIES_PER_ROUND = 8;

export interface Order {
  readonly histories: number;
  readonly seed: string;
  /** Only that one of the rounds that there would be. */
  readonly round?: number | undefined;
  readonly resetPairs: number;
  readonly probes: number;
}

export interface Tally {
  histories: number;
  operations: number;
  unknowns: number;
  readonly faults: Record<FaultKind, number>;
  readonly violations: Violation[];
  resets: ResetCounts | undefined;
}

export interface Violation {
  /** Undefined when it is none of a history. */
  readonly round: number | undefined;
  readonly subject: string;
  readonly sentences: readonly string[];
  /** What everybody did, for those who want to understand it. */
  readonly details: string;
}

/** Who wants to know how far it is. */
export type Tell = (tally: Tally) => void;

/** All of it. Resolves, whatever is found. */
export async function torture(rig: Rig, order: Order, tell: Tell = () => {}): Promise<Tally> {
  const tally: Tally = {
    histories: 0,
    operations: 0,
    unknowns: 0,
    faults: Object.fromEntries(FAULTS.map((kind) => [kind, 0])) as Record<FaultKind, number>,
    violations: [],
    resets: undefined,
  };
  const judged: JudgedHistory[] = [];
  for (const { round, size } of roundsOf(order)) {
    const { histories, faults } = await runRound(rig, order.seed, round, size);
    for (const kind of faults) tally.faults[kind] += 1;
    for (const each of histories) count(tally, round, each);
    judged.push(...histories);
    tell(tally);
  }
  await lookAgain(tally, judged);
  if (order.resetPairs > 0 || order.probes > 0) await race(rig, order, tally, tell);
  const { crashes } = rig.fleet;
  if (crashes.length > 0)
    tally.violations.push({ round: undefined, subject: 'services', sentences: crashes, details: '' });
  return tally;
}

/** Which rounds there are, and how many histories each has. */
export function roundsOf({ histories, round: only }: Order): readonly { round: number; size: number }[] {
  const rounds = Array.from({ length: Math.ceil(histories / HISTORIES_PER_ROUND) }, (_, index) => ({
    round: index + 1,
    size: Math.min(HISTORIES_PER_ROUND, histories - index * HISTORIES_PER_ROUND),
  }));
  return rounds.filter(({ round }) => only === undefined || round === only);
}

function count(tally: Tally, round: number, { history, violations }: JudgedHistory): void {
  tally.histories += 1;
  tally.operations += history.operations;
  tally.unknowns += history.unknowns;
  if (violations.length > 0) {
    const subject = `history ${history.name}`;
    tally.violations.push({ round, subject, sentences: violations, details: printHistory(history) });
  }
}

/** After all the trouble of the later rounds, what the earlier ones had is still there. */
async function lookAgain(tally: Tally, judged: readonly JudgedHistory[]): Promise<void> {
  for (const [index, { history, violations }] of judged.entries()) {
    if (violations.length > 0) continue;
    const sentences = judge(history, await exportedVersions(history, index % history.services));
    if (sentences.length > 0) {
      const subject = `history ${history.name}, long after`;
      tally.violations.push({ round: undefined, subject, sentences, details: printHistory(history) });
    }
  }
}

async function race({ fleet }: Rig, order: Order, tally: Tally, tell: Tell): Promise<void> {
  const wanted = { pairs: order.resetPairs, probes: order.probes, seed: order.seed };
  tally.resets = await raceResets(fleet, wanted, (resets) => tell(Object.assign(tally, { resets })));
  if (tally.resets.violations.length > 0) {
    tally.violations.push({ round: undefined, subject: 'resets', sentences: tally.resets.violations, details: '' });
  }
}
