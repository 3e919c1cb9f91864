import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BoundedGate } from '../../../src/adapters/outbound/crypto/bounded-gate.ts';

const LIMITS = { concurrentMax: 2, waitingMax: 3, waitMsMax: 2000 };

/** Work that runs until the test ends it. */
function aTask() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { start: vi.fn(() => promise), end: () => resolve('done') };
}

describe('BoundedGate', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const gateWith = (count: number) => {
    const gate = new BoundedGate(LIMITS);
    const tasks = Array.from({ length: count }, aTask);
    const results = tasks.map(({ start }) => gate.enter(start));
    const startCounts = () => tasks.map(({ start }) => start.mock.calls.length);
    return { tasks, results, startCounts };
  };

  it('runs two tasks concurrently and queues the others, first come first served', async () => {
    const { tasks, results, startCounts } = gateWith(4);
    await vi.advanceTimersByTimeAsync(0);
    expect(startCounts()).toEqual([1, 1, 0, 0]);

    tasks[1]?.end();
    await results[1];
    await vi.advanceTimersByTimeAsync(0);
    expect(startCounts()).toEqual([1, 1, 1, 0]);

    for (const { end } of tasks) end();
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('rejects a task immediately when the queue is full', async () => {
    const { tasks, results } = gateWith(6);

    expect(await results[5]).toBe('busy');

    for (const { end } of tasks) end();
    expect(await Promise.all(results.slice(0, 5))).toEqual(Array(5).fill('done'));
  });

  it('rejects a task that waited too long, and never starts it', async () => {
    const { tasks, results, startCounts } = gateWith(3);

    await vi.advanceTimersByTimeAsync(LIMITS.waitMsMax);

    expect(await results[2]).toBe('busy');
    for (const { end } of tasks) end();
    await Promise.all(results);
    expect(startCounts()).toEqual([1, 1, 0]);
  });

  it('frees the slot of a task that fails', async () => {
    const gate = new BoundedGate({ ...LIMITS, concurrentMax: 1 });
    const failing = gate.enter(() => Promise.reject(new Error('broken')));
    const next = gate.enter(async () => 'done');

    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
