import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The CPU time that a process has used so far, with all its threads, in microseconds. */
export async function cpuTimeUs(child: ChildProcess): Promise<number> {
  const response = once(child, 'message');
  child.send('cpu');
  const [{ user, system }] = (await response) as [NodeJS.CpuUsage];
  return user + system;
}
