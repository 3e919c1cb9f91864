import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** /proc counts in hundredths of a second on every kernel. */
const TICK_US = 10_000;

/** Without /proc, a process is started with `report-cpu.ts` and asked for its CPU time. */
export const kernelReportsCpu = existsSync('/proc/self/stat');

/** The CPU time of a process so far, with all its threads and children, in microseconds. */
export async function cpuTimeUs(child: ChildProcess): Promise<number> {
  if (kernelReportsCpu) return parseCpuTimeUs(readFileSync(`/proc/${child.pid}/stat`, 'utf8'));
  const response = once(child, 'message');
  child.send('cpu');
  const [{ user, system }] = (await response) as [NodeJS.CpuUsage];
  return user + system;
}

/** After the name, which may contain anything, fields 12 to 15: user, system, and both of the children. */
export function parseCpuTimeUs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * TICK_US;
}
