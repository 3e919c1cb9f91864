import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { HashingThread } from '../../../src/adapters/outbound/crypto/hashing-thread.ts';

const QUICK = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** The index among the fields of `/proc/PID/task/TID/stat` after the name of the thread. */
const NICE_FIELD = 16;

/** The niceness of each thread of this process. */
async function readNiceness(): Promise<readonly number[]> {
  const threads = await readdir('/proc/self/task');
  // A thread of another test may end during the read: then its file is missing or unreadable.
  const stats = await Promise.allSettled(threads.map((thread) => readFile(`/proc/self/task/${thread}/stat`, 'utf8')));
  return stats
    .flatMap((stat) => (stat.status === 'fulfilled' ? [stat.value] : []))
    .map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[NICE_FIELD]));
}

describe('a hashing thread', () => {
  it('returns each result to its own caller', async () => {
    const thread = new HashingThread();
    const [one, other] = await Promise.all([thread.hash('one', QUICK), thread.hash('other', QUICK)]);

    expect(await Promise.all([thread.verify(one, 'one'), thread.verify(other, 'one')])).toEqual([true, false]);
    expect(thread.waitingCount).toBe(0);
  });

  it('reports a failure, and keeps working', async () => {
    const thread = new HashingThread();

    await expect(thread.verify('no hash', 'one')).rejects.toThrow();
    expect(await thread.hash('one', QUICK)).toMatch(/^\$argon2id\$/);
  });

  it('rejects pending calls when it ends unexpectedly', async () => {
    const thread = new HashingThread(new URL('data:text/javascript,throw new Error("gone")'));

    for (let attempt = 1; attempt <= 2; attempt += 1) await expect(thread.hash('one', QUICK)).rejects.toThrow('gone');
    expect(thread.waitingCount).toBe(0);
  });

  it.runIf(process.platform === 'linux')('lowers its own priority, but not that of the process', async () => {
    const ours = getPriority();

    await new HashingThread().hash('one', QUICK);

    expect(await readNiceness()).toContain(10);
    expect(getPriority()).toBe(ours);
  });
});
