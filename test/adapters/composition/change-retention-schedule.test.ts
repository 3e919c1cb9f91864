import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeRetentionSchedule } from '../../../src/adapters/inbound/schedule/change-retention-schedule.ts';

const HOUR_MS = 3_600_000;

describe('ChangeRetentionSchedule', () => {
  let deletions: number;
  let failure: Error | undefined;
  let lines: string[];
  let schedule: ChangeRetentionSchedule;

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
    schedule = new ChangeRetentionSchedule({ execute }, log);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('deletes old changes at the start and every hour, until it is stopped', async () => {
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
    expect(lines).toEqual(Array(2).fill('old changes were not deleted, and will be in an hour'));
  });
});
