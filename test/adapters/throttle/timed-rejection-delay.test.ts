import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TimedRejectionDelay } from '../../../src/adapters/outbound/throttle/timed-rejection-delay.ts';

describe('TimedRejectionDelay', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Starts this many delays. `ended` is called at the end of each. */
  const start = (count: number, delay = new TimedRejectionDelay()) => {
    const ended = vi.fn();
    for (let index = 0; index < count; index += 1) void delay.wait().then(ended);
    return { delay, ended };
  };

  it('spreads rejections over half a second, after a quarter of one', async () => {
    const { ended } = start(100);

    await vi.advanceTimersByTimeAsync(249);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(251);
    expect(ended.mock.calls.length).toBeGreaterThan(10);
    expect(ended.mock.calls.length).toBeLessThan(90);
    await vi.advanceTimersByTimeAsync(251);
    expect(ended).toHaveBeenCalledTimes(100);
  });

  it('delays at most a thousand at a time', async () => {
    const { delay } = start(1000);
    const beyond = start(1, delay);
    await vi.advanceTimersByTimeAsync(0);
    expect(beyond.ended).toHaveBeenCalledOnce();

    await vi.advanceTimersByTimeAsync(751);
    const later = start(1, delay);
    await vi.advanceTimersByTimeAsync(0);
    expect(later.ended).not.toHaveBeenCalled();
  });
});
