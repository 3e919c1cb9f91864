import { replayCommand } from './command-line.ts';
import { type OnProgress, planRounds, type RunOptions, type RunSummary, type Violation } from './run.ts';
import type { Backend } from './service/storage-under-test.ts';

const BAR_LENGTH = 30;
const LINE_INTERVAL_MS = 1000;

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A progress bar on a terminal; elsewhere one line per second at most. */
export function createProgressReporter(output: Output, options: RunOptions): OnProgress {
  let lastLine = Number.NEGATIVE_INFINITY;
  return (summary) => {
    const line = formatLine(summary, options);
    if (output.isTTY) output.write(`\r\x1b[K${formatBar(fractionDone(summary, options))} ${line}`);
    else if (performance.now() - lastLine > LINE_INTERVAL_MS) {
      lastLine = performance.now();
      output.write(`${line}\n`);
    }
  };
}

const formatLine = (
  { histories, operations, unknowns, faults, violations, resets }: RunSummary,
  options: RunOptions,
): string =>
  [
    `${histories} of ${countHistories(options)} histories`,
    `${operations} operations`,
    `${unknowns} unknown`,
    `${Object.values(faults).reduce((sum, count) => sum + count)} faults`,
    ...(resets ? [`${resets.pairs} pairs`, `${resets.probes} probes`] : []),
    `${violations.length} violations`,
  ].join(', ');

/** All reset pairs together count as much as ten histories, and so do all probes. */
function fractionDone({ histories, resets }: RunSummary, options: RunOptions): number {
  const share = (done = 0, wanted: number): number => (wanted === 0 ? 0 : 10 * Math.min(1, done / wanted));
  const { resetPairs, probes } = options;
  const done = histories + share(resets?.pairs, resetPairs) + share(resets?.probes, probes);
  return done / (countHistories(options) + share(resetPairs, resetPairs) + share(probes, probes));
}

const countHistories = (options: RunOptions): number => planRounds(options).reduce((sum, { size }) => sum + size, 0);

function formatBar(fraction: number): string {
  const filled = Math.round(BAR_LENGTH * Math.min(1, fraction));
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_LENGTH - filled)}]`;
}

/** The violation, with the command that repeats it. */
export const formatViolation = (
  backend: Backend,
  options: RunOptions,
  { subject, messages, details, round }: Violation,
): string =>
  [
    `VIOLATION in ${subject}:`,
    ...messages.map((message) => `- ${message}`),
    details,
    `Replay: ${replayCommand(backend, options, round)}`,
    '',
    '',
  ].join('\n');

export function formatSummary(backend: Backend, options: RunOptions, summary: RunSummary, seconds: number): string {
  const faults = Object.entries(summary.faults).filter(([, count]) => count > 0);
  const { resets } = summary;
  return [
    `backend     ${backend}`,
    `seed        ${options.seed}`,
    `histories   ${summary.histories}`,
    `operations  ${summary.operations}`,
    `unknown     ${summary.unknowns} of them without a known outcome`,
    `faults      ${faults.map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none'}`,
    ...(resets ? [`resets      ${resets.pairs} pairs, ${resets.probes} requests with retired keys`] : []),
    `violations  ${summary.violations.length}`,
    `time        ${Math.round(seconds)} s`,
    '',
  ].join('\n');
}
