import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageSchedule } from '../../../src/adapters/inbound/schedule/usage-schedule.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import type { UsageBatch } from '../../../src/application/ports/usage-log.ts';
import { DeleteOldUsage } from '../../../src/application/usage/delete-old-usage.ts';
import { FlushUsage } from '../../../src/application/usage/flush-usage.ts';
import type { TallyCalls } from '../../../src/application/usage/tally-calls.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { aCallAt, aTally } from '../../support/builders/some-usage.ts';
import { InMemoryStorage } from '../../support/in-memory/in-memory-storage.ts';
import { InMemoryUsage } from '../../support/in-memory/in-memory-usage.ts';

const HOUR_MS = 3_600_000;

describe('UsageSchedule', () => {
  const { id: accountId } = anAccount();
  let tally: TallyCalls;
  let schedule: UsageSchedule;
  let lines: Record<string, unknown>[];
  let applied: UsageBatch[];
  let deletions: number;
  let failure: unknown;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
    tally = aTally();
    lines = [];
    applied = [];
    deletions = 0;
    failure = undefined;
    const log = Object.assign(new InMemoryUsage(new InMemoryStorage()), {
      apply: async (batch: UsageBatch) => {
        if (failure) throw failure;
        applied.push(batch);
        return 'applied' as const;
      },
      deleteBefore: async () => {
        deletions += 1;
        if (failure) throw failure;
      },
    });
    const clock = { now: () => new Date() };
    const pause = async () => {};
    schedule = new UsageSchedule(
      new FlushUsage(tally, log, clock, { instance: 'i', retentionDays: 90, pause }),
      new DeleteOldUsage(log, clock, 90, 'full'),
      pino({ level: 'info', base: null }, { write: (line) => void lines.push(JSON.parse(line)) }),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const call = () => tally.record(aCallAt(new Date(), accountId));
  const messages = () => lines.map(({ msg }) => msg);
  const soon = (ms = 200) => performance.now() + ms;

  it('writes the counted calls every second', async () => {
    schedule.start();
    call();
    await vi.advanceTimersByTimeAsync(999);
    expect(applied).toHaveLength(0);

    await vi.advanceTimersByTimeAsync(1);
    expect(applied).toHaveLength(1);
    call();
    await vi.advanceTimersByTimeAsync(1000);
    expect(applied).toHaveLength(2);
  });

  it('deletes old usage at the start and every hour', async () => {
    schedule.start();
    expect(deletions).toBe(1);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(deletions).toBe(2);
  });

  it('writes the remaining calls when it stops, and nothing afterwards', async () => {
    schedule.start();
    call();
    await schedule.stop(soon());
    expect(applied).toHaveLength(1);

    call();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(applied).toHaveLength(1);
    expect(deletions).toBe(1);
    expect(messages()).toEqual([]);
  });

  it('continues through an outage and logs it once', async () => {
    schedule.start();
    failure = new StorageUnavailable('storage', new Error('gone'));
    call();
    await vi.advanceTimersByTimeAsync(3000);
    failure = undefined;
    await vi.advanceTimersByTimeAsync(1000);

    expect(messages()).toEqual(['usage waits for the storage']);
    expect(applied).toHaveLength(1);
  });

  it('continues after an unexpected error and logs it', async () => {
    failure = new TypeError('a bug');
    schedule.start();
    call();
    await vi.advanceTimersByTimeAsync(1000);
    failure = undefined;
    call();
    await vi.advanceTimersByTimeAsync(1000);

    expect(messages()).toEqual(['old usage was not deleted', 'usage of an account is lost']);
    expect(applied).toHaveLength(1);
  });

  it('logs how many calls are lost when it stops without the storage', async () => {
    vi.useRealTimers();
    failure = new StorageUnavailable('storage', new Error('gone'));
    schedule.start();
    call();
    call();

    await schedule.stop(soon());

    expect(lines.at(-1)).toMatchObject({ accounts: 1, calls: 2, msg: 'usage could not be written and is lost' });
  });
});
