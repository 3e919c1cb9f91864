import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BoundedGate } from '../../../src/adapters/outbound/crypto/bounded-gate.ts';

const LIMITS = { concurrentMax: 2, waitingMax: 3, waitMsMax: 2000 };

/** Work that goes on until it is told to end. */
function someWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { begin: vi.fn(() => promise), end: () => resolve('done') };
}

describe('BoundedGate', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const gateWith = (count: number) => {
    const gate = new BoundedGate(LIMITS);
    const works = Array.from({ length: count }, someWork);
    const answers = works.map(({ begin }) => gate.enter(begin));
    const begun = () => works.map(({ begin }) => begin.mock.calls.length);
    return { works, answers, begun };
  };

  it('lets two work at once and the others wait their turn, first come first served', async () => {
    const { works, answers, begun } = gateWith(4);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun()).toEqual([1, 1, 0, 0]);

    works[1]?.end();
    await answers[1];
    await vi.advanceTimersByTimeAsync(0);
    expect(begun()).toEqual([1, 1, 1, 0]);

    for (const { end } of works) end();
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('turns away at once whoever would be one too many to wait', async () => {
    const { works, answers } = gateWith(6);

    expect(await answers[5]).toBe('busy');

    for (const { end } of works) end();
    expect(await Promise.all(answers.slice(0, 5))).toEqual(Array(5).fill('done'));
  });

  it('turns away whoever waited too long, and never begins their work', async () => {
    const { works, answers, begun } = gateWith(3);

    await vi.advanceTimersByTimeAsync(LIMITS.waitMsMax);

    expect(await answers[2]).toBe('busy');
    for (const { end } of works) end();
    await Promise.all(answers);
    expect(begun()).toEqual([1, 1, 0]);
  });

  it('frees the place of work that fails', async () => {
    const gate = new BoundedGate({ ...LIMITS, concurrentMax: 1 });
    const failing = gate.enter(() => Promise.reject(new Error('broken')));
    const next = gate.enter(async () => 'done');

    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
