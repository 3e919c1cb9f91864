import { replayOf } from './command-line.ts';
import { type Order, roundsOf, type Tally, type Tell, type Violation } from './run.ts';
import type { Backend } from './service/tortured-storage.ts';

const BAR_LENGTH = 30;
const PLAIN_EVERY_MS = 1000;

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A bar on a terminal; elsewhere a line now and then. */
export function progressOn(screen: Screen, order: Order): Tell {
  let lastPlain = Number.NEGATIVE_INFINITY;
  return (tally) => {
    const line = lineOf(tally, order);
    if (screen.isTTY) screen.write(`\r\x1b[K${bar(partOf(tally, order))} ${line}`);
    else if (performance.now() - lastPlain > PLAIN_EVERY_MS) {
      lastPlain = performance.now();
      screen.write(`${line}\n`);
    }
  };
}

const lineOf = ({ histories, operations, unknowns, faults, violations, resets }: Tally, order: Order): string =>
  [
    `${histories} of ${wantedOf(order)} histories`,
    `${operations} operations`,
    `${unknowns} unknown`,
    `${Object.values(faults).reduce((sum, count) => sum + count)} faults`,
    ...(resets ? [`${resets.pairs} pairs`, `${resets.probes} probes`] : []),
    `${violations.length} violations`,
  ].join(', ');

/** All the pairs together, and all the probes, count as much as ten histories. */
function partOf({ histories, resets }: Tally, order: Order): number {
  const share = (done = 0, wanted: number): number => (wanted === 0 ? 0 : 10 * Math.min(1, done / wanted));
  const { resetPairs, probes } = order;
  const done = histories + share(resets?.pairs, resetPairs) + share(resets?.probes, probes);
  return done / (wantedOf(order) + share(resetPairs, resetPairs) + share(probes, probes));
}

const wantedOf = (order: Order): number => roundsOf(order).reduce((sum, { size }) => sum + size, 0);

function bar(part: number): string {
  const filled = Math.round(BAR_LENGTH * Math.min(1, part));
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_LENGTH - filled)}]`;
}

/** What happened, and how to see it again. */
export const description = (
  backend: Backend,
  order: Order,
  { subject, sentences, details, round }: Violation,
): string =>
  [
    `VIOLATION in ${subject}:`,
    ...sentences.map((sentence) => `- ${sentence}`),
    details,
    `Again: ${replayOf(backend, order, round)}`,
    '',
    '',
  ].join('\n');

export function summarize(backend: Backend, order: Order, tally: Tally, seconds: number): string {
  const faults = Object.entries(tally.faults).filter(([, count]) => count > 0);
  const { resets } = tally;
  return [
    `backend     ${backend}`,
    `seed        ${order.seed}`,
    `histories   ${tally.histories}`,
    `operations  ${tally.operations}`,
    `unknown     ${tally.unknowns} of them`,
    `faults      ${faults.map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none'}`,
    ...(resets ? [`resets      ${resets.pairs} pairs, ${resets.probes} probes of retired keys`] : []),
    `violations  ${tally.violations.length}`,
    `time        ${Math.round(seconds)} s`,
    '',
  ].join('\n');
}
