import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeavyWorkGate } from '../../../../src/adapters/inbound/http/limits/heavy-work-gate.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';

const anAccount = (name: string) => name as AccountId;
const ADA = anAccount('ada');
const NEVER = new AbortController().signal;

/** Heavy work that ends when the test says so. */
class ManualWork {
  started = false;
  readonly result: Promise<string>;
  readonly end: () => void;

  constructor(gate: HeavyWorkGate, account: AccountId, signal = NEVER) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.end = resolve;
    this.result = gate.run(account, signal, async () => {
      this.started = true;
      await promise;
      return 'done';
    });
    // Rejections are asserted where they matter.
    this.result.catch(() => {});
  }
}

const manyWorks = (gate: HeavyWorkGate, account: AccountId, count: number) =>
  Array.from({ length: count }, () => new ManualWork(gate, account));

const countStarted = (works: readonly ManualWork[]): number => works.filter(({ started }) => started).length;

const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

/** Until everything that can run has started: one begins in each iteration of the event loop. */
async function settle(): Promise<void> {
  for (let iteration = 0; iteration < 20; iteration += 1) await nextIteration();
}

describe('the gate for heavy work', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('runs sixteen of all accounts at a time, and passes a free slot to the longest waiter that may have it', async () => {
    const gate = new HeavyWorkGate();
    const works = ['a', 'b', 'c', 'd', 'e'].map((name) => manyWorks(gate, anAccount(name), 5));
    await settle();

    expect(works.map(countStarted)).toEqual([4, 4, 4, 4, 0]);
    expect([gate.runningCount, gate.waitingCount]).toEqual([16, 9]);
    works[3]?.[0]?.end();
    await settle();
    // The fifth works of the first three have waited longer, but their accounts are at their limit.
    expect(works.map(countStarted)).toEqual([4, 4, 4, 5, 0]);
    works[0]?.[0]?.end();
    works[1]?.[0]?.end();
    await settle();
    expect(works.map(countStarted)).toEqual([5, 5, 4, 5, 0]);
    works[3]?.[1]?.end();
    await settle();
    expect(works.map(countStarted)).toEqual([5, 5, 4, 5, 1]);
  });

  it('begins one in each iteration of the event loop, so that other requests run in between', async () => {
    const works = manyWorks(new HeavyWorkGate(), ADA, 3);

    const started: number[] = [];
    for (const _ of [...works, undefined]) {
      await nextIteration();
      started.push(countStarted(works));
    }

    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('rejects as busy what waits longer than two seconds', async () => {
    const gate = new HeavyWorkGate();
    manyWorks(gate, ADA, 4);
    const [waiting] = manyWorks(gate, ADA, 1);

    await vi.advanceTimersByTimeAsync(1999);
    expect(gate.waitingCount).toBe(1);
    await vi.advanceTimersByTimeAsync(1);

    await expect(waiting?.result).rejects.toMatchObject({ code: 'busy', extras: { headers: { 'Retry-After': '2' } } });
    expect(gate.waitingCount).toBe(0);
  });

  it('does not start work whose request is over, and frees its place', async () => {
    const gate = new HeavyWorkGate();
    const running = manyWorks(gate, ADA, 4);
    const request = new AbortController();
    const aborted = new ManualWork(gate, ADA, request.signal);
    const next = new ManualWork(gate, ADA);

    request.abort('gone');
    await expect(aborted.result).rejects.toBe('gone');
    running[0]?.end();
    await settle();

    expect([aborted.started, next.started, gate.waitingCount]).toEqual([false, true, 0]);
    await expect(new ManualWork(gate, anAccount('bob'), request.signal).result).rejects.toBe('gone');
    expect(gate.runningCount).toBe(4);
  });

  it('lets a response in progress wait as long as it takes', async () => {
    const gate = new HeavyWorkGate();
    const running = manyWorks(gate, ADA, 64);
    const resumed = gate.resume(ADA, NEVER, async () => 'sent');

    await vi.advanceTimersByTimeAsync(10_000);
    for (const { end } of running) end();

    expect(await resumed).toBe('sent');
  });
});
