import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The core reserved for the measured server, and those shared by everything else. Undefined if pinning is impossible. */
export interface CorePlan {
  readonly server: number;
  readonly others: readonly number[];
}

/** Needs Linux, taskset and at least two allowed cores. */
export function planCores(): CorePlan | undefined {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return splitCores(parseCores(list));
  } catch {
    return undefined;
  }
}

/** The last core goes to the server, because the first one usually handles interrupts. */
export function splitCores(cores: readonly number[]): CorePlan | undefined {
  const server = cores.at(-1);
  return server === undefined || cores.length < 2 ? undefined : { server, others: cores.slice(0, -1) };
}

/** Parses the kernel's notation: `0-3,8`. */
export const parseCores = (list: string): readonly number[] =>
  list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

/** Pins this process and everything that it starts later: the load, and the servers of Postgres and Redis. */
export function pinToOtherCores({ others }: CorePlan): void {
  // Only this thread, because it starts the others; other Node threads come and go while taskset lists them.
  execFileSync('taskset', ['-p', '-c', others.join(), String(process.pid)], { stdio: 'ignore' });
}

/** Lets a running server use all cores, with all its threads. */
export function unpin({ server, others }: CorePlan, pid: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', [...others, server].join(), String(pid)], { stdio: 'ignore' });
}

/** Wraps the command to run on the server's core. taskset execs the program, so the process id is the program's. */
export const onServerCore = (plan: CorePlan | undefined, command: readonly [string, ...string[]]): typeof command =>
  plan ? ['taskset', '-c', String(plan.server), ...command] : command;

export function describeCores(plan: CorePlan | undefined): string {
  if (!plan) return 'no process is pinned to a core';
  return `the measured server on core ${plan.server}; load, Postgres and Redis on ${plan.others.join(', ')}`;
}
