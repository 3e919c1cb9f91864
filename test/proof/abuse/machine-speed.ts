import { median } from '../../tools/bench/statistics.ts';
import { UNKNOWN_KEYS } from './attacks.ts';

/** The processor time of parsing the body of unknown keys where the limits were set. */
const USUAL_MS = 30;
const TRIES = 5;

/** How many times as long a processor of this machine needs now, at least 1. Limits of processor time grow with it. */
export function slownessOfProcessor(): number {
  const times = Array.from({ length: TRIES }, () => {
    const before = process.threadCpuUsage();
    JSON.parse(UNKNOWN_KEYS);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.max(1, median(times) / USUAL_MS);
}
