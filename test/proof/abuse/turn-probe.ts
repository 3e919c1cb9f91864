import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the attacked service with --import: reports how much processor time its main thread needs for one iteration
 * of the event loop, in which no other request is handled. A busy machine stretches the wall clock, but not this time.
 */
const TICK_MS = 1;
/** Shorter ones are not worth the line. */
const REPORTED_MS_MIN = 10;

const file = process.env['TURNS_FILE'];
if (isMainThread && file !== undefined) probe(file);

function probe(reports: string): void {
  let before = processorMs();
  // A timer is due in each iteration that takes longer than its interval, so that two of its calls are at most one long iteration apart.
  setInterval(() => {
    const now = processorMs();
    const ms = now - before;
    before = now;
    if (ms >= REPORTED_MS_MIN) appendFileSync(reports, `${Math.round(ms)}\n`);
  }, TICK_MS).unref();
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
