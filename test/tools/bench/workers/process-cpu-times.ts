import { readdirSync, readFileSync } from 'node:fs';
import { childrenOf } from '../../../support/servers/process-tree.ts';

/** The CPU time that a process and each of its children has used so far, by process id. Only on Linux. */
export const cpuTimesUs = (pid: number): ReadonlyMap<number, number> =>
  new Map([pid, ...childrenOf(pid)].map((each) => [each, cpuTimeUs(each)]));

/** More exact than the sum for the process, which the kernel rounds to hundredths of a second. */
function cpuTimeUs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  return threads.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ', 1)[0]) / 1000, 0);
}
