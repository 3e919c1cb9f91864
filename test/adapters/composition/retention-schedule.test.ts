import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RetentionSchedule } from '../../../src/adapters/inbound/schedule/retention-schedule.ts';

const HOUR_MS = 3_600_000;

describe('RetentionSchedule', () => {
  let deletions: number;
  let failure: Error | undefined;
  let lines: string[];
  let schedule: RetentionSchedule;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    deletions = 0;
    failure = undefined;
    lines = [];
    const execute = async () => {
      deletions += 1;
      if (failure) throw failure;
    };
    const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    schedule = new RetentionSchedule({ execute }, log, 'not deleted');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('deletes at the start and every hour, until it is stopped', async () => {
    schedule.start();
    expect(deletions).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(deletions).toBe(3);

    schedule.stop();
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(deletions).toBe(3);
  });

  it('logs a failure, and goes on', async () => {
    failure = new Error('storage is away');
    schedule.start();
    await vi.advanceTimersByTimeAsync(HOUR_MS);

    expect(deletions).toBe(2);
    expect(lines).toEqual(['not deleted', 'not deleted']);
  });
});
