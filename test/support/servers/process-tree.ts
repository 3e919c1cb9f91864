import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Freezes a process and its children, and returns the ids of the children.
 *
 * Postgres serves every connection in a child with its own process group, so a group signal does not reach all of them.
 * The parent is frozen first, so that it cannot create more children.
 */
export function freezeTree(pid: number): readonly number[] {
  send(pid, 'SIGSTOP');
  const frozen = new Set<number>();
  // The list may miss a child while another exits. Frozen children cannot exit, so a list of only frozen ones is complete.
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

/** Ignores that the process has already ended, which a signal may race with. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** True for zombies too: they hold no memory and no files, and stay where init does not reap them. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  return process.platform === 'linux' && /^State:\s+[ZX]/m.test(readIfExists(`/proc/${pid}/status`) ?? 'State: X');
}

export function childrenOf(pid: number): number[] {
  const list =
    process.platform === 'linux'
      ? (readIfExists(`/proc/${pid}/task/${pid}/children`) ?? '')
      : spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;
  return list.split(/\s+/).filter(Boolean).map(Number);
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
