import { describe, expect, it } from 'vitest';
import { SlidingWindow, type WindowRecord } from '../../../../src/domain/throttling/sliding-window.ts';
import fc from '../../../support/seeded-fast-check.ts';

const WINDOW_MS = 6000;
const LIMIT = 4;

/** Attempts something after each pause, and returns the times at which the limit permitted it. */
function permittedTimes(pausesMs: readonly number[]): number[] {
  let now = 1_000_000;
  let record: WindowRecord = [];
  const permitted: number[] = [];
  for (const pauseMs of pausesMs) {
    now += pauseMs;
    const window = SlidingWindow.at(now, WINDOW_MS, record);
    if (window.waitMs(LIMIT) > 0) continue;
    record = window.add().record;
    permitted.push(now);
  }
  return permitted;
}

describe('SlidingWindow', () => {
  it('never permits more than the limit in any window', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 200 }), (pausesMs) => {
        const times = permittedTimes(pausesMs);
        for (const [index, first] of times.entries()) {
          const next = times[index + LIMIT];
          if (next !== undefined) expect(next - first).toBeGreaterThanOrEqual(WINDOW_MS);
        }
      }),
    );
  });

  it('permits the next event after exactly the wait that it returns, at most one slice late', () => {
    const times = [0, 1500, 1500, 2000, 5000].map((ms) => 1_000_000 + ms);
    let record: WindowRecord = [];
    for (const now of times.slice(0, 4)) record = SlidingWindow.at(now, WINDOW_MS, record).add().record;
    const now = 1_005_000;

    const waitMs = SlidingWindow.at(now, WINDOW_MS, record).waitMs(LIMIT);

    expect(waitMs).toBeGreaterThanOrEqual(1000);
    expect(waitMs).toBeLessThanOrEqual(1100);
    expect(SlidingWindow.at(now + waitMs, WINDOW_MS, record).waitMs(LIMIT)).toBe(0);
    expect(SlidingWindow.at(now + waitMs - 1, WINDOW_MS, record).waitMs(LIMIT)).toBe(1);
  });

  it('stores a bounded record, however many events there are', () => {
    let record: WindowRecord = [];
    for (let now = 0; now < 10 * WINDOW_MS; now += 7) record = SlidingWindow.at(now, WINDOW_MS, record).add().record;

    expect(record.length).toBeLessThanOrEqual(61);
  });

  it('counts events of a clock that was ahead as of now', () => {
    const ahead = SlidingWindow.at(9_000_000, WINDOW_MS, []).add().add().record;

    const window = SlidingWindow.at(1_000_000, WINDOW_MS, ahead);

    expect(window.total).toBe(2);
    expect(SlidingWindow.at(1_000_000 + 2 * WINDOW_MS, WINDOW_MS, window.record).total).toBe(0);
  });

  it('takes back the newest event, and nothing when there is none', () => {
    const window = SlidingWindow.at(1_000_000, WINDOW_MS, []).add().add();

    expect(window.remove().total).toBe(1);
    expect(window.remove().remove().remove().record).toEqual([]);
  });
});
