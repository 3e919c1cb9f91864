import { readFileSync } from 'node:fs';

/** The unit of /proc/stat. */
const TICK_MS = 10;

/** Of each processor: how long it had work while the hypervisor ran other machines. */
export const stolenMs = (): readonly number[] =>
  [...readFileSync('/proc/stat', 'utf8').matchAll(/^cpu\d+(?: \d+){7} (\d+)/gm)].map(
    ([, ticks]) => Number(ticks) * TICK_MS,
  );

/** Of the processor that lost the most. */
export const stolenMsSince = (before: readonly number[]): number =>
  Math.max(...stolenMs().map((stolen, processor) => stolen - (before[processor] ?? 0)));
