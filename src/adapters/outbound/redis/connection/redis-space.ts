import type { Redis } from 'ioredis';

const CHECK_MS = 1000;
/** A fraction of `maxmemory`. The rest is for resets, sign-ins, deletions and label moves. */
export const NEARLY_FULL = 0.95;

/** The memory that is left on every server that accepts writes. The fullest one counts. */
export class RedisSpace {
  private checkedAt = Number.NEGATIVE_INFINITY;
  private checked: Promise<boolean> = Promise.resolve(false);

  constructor(private readonly masters: () => readonly Redis[]) {}

  /** Asks the servers at most once a second. */
  isNearlyFull(): Promise<boolean> {
    const now = performance.now();
    if (now - this.checkedAt >= CHECK_MS) {
      this.checkedAt = now;
      this.checked = this.check();
    }
    return this.checked;
  }

  private async check(): Promise<boolean> {
    const shares = await Promise.all(this.masters().map(usedShare));
    return Math.max(...shares) > NEARLY_FULL;
  }
}

/** 0 without a limit, and where the server does not say: then writes fail only once it is full. */
async function usedShare(server: Redis): Promise<number> {
  try {
    const info = await server.info('memory');
    const [used, limit] = [numberIn(info, /^used_memory:(\d+)/m), numberIn(info, /^maxmemory:(\d+)/m)];
    return limit > 0 ? used / limit : 0;
  } catch {
    return 0;
  }
}

const numberIn = (info: string, pattern: RegExp): number => Number(pattern.exec(info)?.[1] ?? 0);
