import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Freezes a process and its children, and answers who the children are.
 *
 * Postgres serves every connection in a child with a process group of its own, so that no group signal reaches all.
 * The parent is frozen first, so that it has no more children while we look for them.
 */
export function freezeTree(pid: number): readonly number[] {
  send(pid, 'SIGSTOP');
  const frozen = new Set<number>();
  // The list may miss one while another exits. It is complete once it names only frozen ones, for they cannot exit.
  for (;;) {
    const fresh = childrenOf(pid).filter((child) => !frozen.has(child));
    if (fresh.length === 0) return [...frozen];
    for (const child of fresh) {
      send(child, 'SIGSTOP');
      frozen.add(child);
    }
  }
}

export function thawTree(pid: number): void {
  for (const each of [...childrenOf(pid), pid]) send(each, 'SIGCONT');
}

/** Sending to a process that has just ended is no error: it is what a signal races with. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** True for a zombie as well: it holds no memory and no file any more, and where init does not reap, it stays. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  return process.platform === 'linux' && /^State:\s+[ZX]/m.test(readIfThere(`/proc/${pid}/status`) ?? 'State: X');
}

function childrenOf(pid: number): number[] {
  const list =
    process.platform === 'linux'
      ? (readIfThere(`/proc/${pid}/task/${pid}/children`) ?? '')
      : spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;
  return list.split(/\s+/).filter(Boolean).map(Number);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
