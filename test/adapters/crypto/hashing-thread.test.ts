import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { HashingThread } from '../../../src/adapters/outbound/crypto/hashing-thread.ts';

const QUICK = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** Of the fields of `/proc/PID/task/TID/stat` behind the name of the thread. */
const NICE = 16;

/** How far each thread of this process stands back. */
async function niceness(): Promise<readonly number[]> {
  const threads = await readdir('/proc/self/task');
  // One of another test may end while we look: then it has no file, or one that cannot be read any more.
  const stats = await Promise.allSettled(threads.map((thread) => readFile(`/proc/self/task/${thread}/stat`, 'utf8')));
  return stats
    .flatMap((stat) => (stat.status === 'fulfilled' ? [stat.value] : []))
    .map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[NICE]));
}

describe('a hashing thread', () => {
  it('answers whatever it is asked, in any order', async () => {
    const thread = new HashingThread();
    const [one, other] = await Promise.all([thread.hash('one', QUICK), thread.hash('other', QUICK)]);

    expect(await Promise.all([thread.verify(one, 'one'), thread.verify(other, 'one')])).toEqual([true, false]);
    expect(thread.waitingCount).toBe(0);
  });

  it('says what it cannot do, and goes on', async () => {
    const thread = new HashingThread();

    await expect(thread.verify('no hash', 'one')).rejects.toThrow();
    expect(await thread.hash('one', QUICK)).toMatch(/^\$argon2id\$/);
  });

  it('leaves nobody waiting when it ends by itself', async () => {
    const thread = new HashingThread(new URL('data:text/javascript,throw new Error("gone")'));

    for (let turn = 1; turn <= 2; turn += 1) await expect(thread.hash('one', QUICK)).rejects.toThrow('gone');
    expect(thread.waitingCount).toBe(0);
  });

  it.runIf(process.platform === 'linux')('stands back alone', async () => {
    const ours = getPriority();

    await new HashingThread().hash('one', QUICK);

    expect(await niceness()).toContain(10);
    expect(getPriority()).toBe(ours);
  });
});
