import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyedLimiter } from '../../../src/adapters/limits/keyed-limiter.ts';

const LIMITS = { concurrentMax: 2, waitingMax: 3, waitMsMax: 2000, order: 'in-turn' } as const;

/** Work that runs until the test ends it. */
function aTask() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { start: vi.fn(() => promise), end: () => resolve('done') };
}

describe('KeyedLimiter', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const gateWith = (count: number) => {
    const gate = new KeyedLimiter(LIMITS);
    const tasks = Array.from({ length: count }, aTask);
    const results = tasks.map(({ start }) => gate.run('', start));
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

  it('has room for exactly those clients whose tasks it would not reject immediately', async () => {
    const gate = new KeyedLimiter(LIMITS);
    const tasks = Array.from({ length: 6 }, aTask);
    const enter = (index: number, client: string) => gate.run(client, tasks[index]?.start ?? expect.fail());
    const rooms = () => ['one', 'two'].map((client) => gate.hasRoomFor(client));

    const results = [0, 1, 2, 3].map((index) => enter(index, 'one'));
    expect(rooms()).toEqual([true, true]);
    results.push(enter(4, 'one'));
    expect(rooms()).toEqual([false, true]);
    results.push(enter(5, 'two'));
    expect(rooms()).toEqual([false, false]);

    for (const { end } of tasks) end();
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done', 'busy', 'done']);
    expect(rooms()).toEqual([true, true]);
  });

  it.each([
    ['in-turn', ['one', 'one', 'two', 'three', 'one', 'two', 'one']],
    ['others-first', ['one', 'two', 'one', 'three', 'two', 'one', 'one']],
    ['first-come', ['one', 'one', 'one', 'one', 'two', 'three', 'two']],
  ] as const)('lets clients take turns in the order %s', async (order, expected) => {
    const gate = new KeyedLimiter({ ...LIMITS, concurrentMax: 1, waitingMax: 10, order });
    const admitted: string[] = [];
    const enter = (client: string) => gate.run(client, async () => void admitted.push(client));

    await Promise.all(['one', 'one', 'one', 'one', 'two', 'three', 'two'].map(enter));

    expect(admitted).toEqual(expected);
  });

  it('refuses the tasks of a client that has too many waiting, and those of no other', async () => {
    const gate = new KeyedLimiter({ concurrentMax: 1, waitingPerKeyMax: 1 });

    const entered = [gate.enter('one'), gate.enter('one'), gate.enter('one'), gate.enter('two')];

    expect(entered).toEqual([true, expect.any(Promise), false, expect.any(Promise)]);
    gate.leave('one');
    gate.leave('one');
    expect(await Promise.all(entered)).toEqual([true, true, false, true]);
  });

  it('limits a client no matter how many others come and go', () => {
    const gate = new KeyedLimiter({ concurrentPerKeyMax: 1, waitingPerKeyMax: 0 });
    gate.enter('one');

    for (let number = 0; number < 5000; number += 1) {
      expect([gate.enter(`${number}`), gate.enter(`${number}`)]).toEqual([true, false]);
      gate.leave(`${number}`);
    }

    expect(gate.enter('one')).toBe(false);
    gate.leave('one');
    expect(gate.enter('one')).toBe(true);
  });

  it('runs only as many tasks of one client as it may have, and leaves the other slots to others', async () => {
    const gate = new KeyedLimiter({ ...LIMITS, concurrentMax: 3, concurrentPerKeyMax: 2, waitingMax: 10 });
    const tasks = Array.from({ length: 5 }, aTask);
    const clients = ['one', 'one', 'one', 'one', 'two'];
    const results = tasks.map(({ start }, index) => gate.run(clients[index] ?? '', start));
    const startCounts = () => tasks.map(({ start }) => start.mock.calls.length);
    await vi.advanceTimersByTimeAsync(0);
    expect(startCounts()).toEqual([1, 1, 0, 0, 1]);

    tasks[4]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(startCounts()).toEqual([1, 1, 0, 0, 1]);
    tasks[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(startCounts()).toEqual([1, 1, 1, 0, 1]);

    for (const { end } of tasks) end();
    expect(await Promise.all(results)).toEqual(Array(5).fill('done'));
    expect([gate.runningCount, gate.waitingCount]).toEqual([0, 0]);
  });

  it('gives a client its share of a full queue, at the expense of the client with the most tasks in it', async () => {
    const gate = new KeyedLimiter(LIMITS);
    const tasks = Array.from({ length: 9 }, aTask);
    const clients = ['one', 'one', 'one', 'one', 'one', 'two', 'three', 'four', 'one'];
    const results = tasks.map(({ start }, index) => gate.run(clients[index] ?? '', start));

    // Two run and three wait; of these, two give way to other clients, and then all clients have as many.
    expect(await Promise.all([results[4], results[3], results[7], results[8]])).toEqual(Array(4).fill('busy'));
    expect(gate.waitingCount).toBe(3);
    for (const { end } of tasks) end();
    expect(await Promise.all([0, 1, 2, 5, 6].map((index) => results[index]))).toEqual(Array(5).fill('done'));
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
    const gate = new KeyedLimiter({ ...LIMITS, concurrentMax: 1 });
    const failing = gate.run('', () => Promise.reject(new Error('broken')));
    const next = gate.run('', async () => 'done');

    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
