import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second here, whatever the kernel's own clock ticks at. */
const TICK_US = 10_000;

/** Elsewhere a process has to say it itself: it is started with `report-cpu.ts`, and asked. */
export const kernelTellsCpu = existsSync('/proc/self/stat');

/** What a process has used so far, with all its threads and children, in microseconds. */
export async function cpuTimeUs(child: ChildProcess): Promise<number> {
  if (kernelTellsCpu) return parseCpuTimeUs(readFileSync(`/proc/${child.pid}/stat`, 'utf8'));
  const answer = once(child, 'message');
  child.send('cpu');
  const [{ user, system }] = (await answer) as [NodeJS.CpuUsage];
  return user + system;
}

/** Behind the name, which may hold anything, the twelfth field and the next three: user, system, and both of children. */
export function parseCpuTimeUs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * TICK_US;
}
