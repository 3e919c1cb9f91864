import type { Backend } from '../backends.ts';
import { replayCommand } from './command-line.ts';
import { type OnProgress, planRounds, type RunOptions, type RunSummary, type Violation } from './run.ts';

const LINE_INTERVAL_MS = 1000;

interface Output {
  write(text: string): unknown;
}

/** One line per second at most. */
export function createProgressReporter(output: Output, options: RunOptions): OnProgress {
  let lastLine = Number.NEGATIVE_INFINITY;
  return (summary) => {
    if (performance.now() - lastLine <= LINE_INTERVAL_MS) return;
    lastLine = performance.now();
    output.write(`${formatLine(summary, options)}\n`);
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

const countHistories = (options: RunOptions): number => planRounds(options).reduce((sum, { size }) => sum + size, 0);

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
