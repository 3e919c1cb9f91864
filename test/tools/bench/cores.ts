import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Which cores the measured server has to itself, and which all others share. Undefined where nothing can be pinned. */
export interface CorePlan {
  readonly server: number;
  readonly others: readonly number[];
}

/** Linux with two cores or more that we may use, and taskset. */
export function planCores(): CorePlan | undefined {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return splitCores(parseCores(list));
  } catch {
    return undefined;
  }
}

/** The last one is the server's: the first one usually answers the machine's interrupts. */
export function splitCores(cores: readonly number[]): CorePlan | undefined {
  const server = cores.at(-1);
  return server === undefined || cores.length < 2 ? undefined : { server, others: cores.slice(0, -1) };
}

/** The kernel's way to write them: `0-3,8`. */
export const parseCores = (list: string): readonly number[] =>
  list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

/** This process, and with it all that it starts from now on: the load, and the servers of Postgres and Redis. */
export function keepToOtherCores({ others }: CorePlan): void {
  // Of this thread only, because it is the one that starts others; threads of Node come and go while taskset counts them.
  execFileSync('taskset', ['-p', '-c', others.join(), String(process.pid)], { stdio: 'ignore' });
}

/** Lets a server that is running already have all cores, with the threads that it has. */
export function freeOfItsCore({ server, others }: CorePlan, pid: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', [...others, server].join(), String(pid)], { stdio: 'ignore' });
}

/** The same command, on the server's core. taskset becomes the program, so its process id is the program's. */
export const onServerCore = (plan: CorePlan | undefined, command: readonly [string, ...string[]]): typeof command =>
  plan ? ['taskset', '-c', String(plan.server), ...command] : command;

export function describeCores(plan: CorePlan | undefined): string {
  if (!plan) return 'nothing is pinned to a core';
  return `the measured server on core ${plan.server}; load, Postgres and Redis on ${plan.others.join(', ')}`;
}
