import { beforeEach, describe, expect, it } from 'vitest';
import { SEQUENCE_RETENTION_MS } from '../../../../src/application/ports/usage-log.ts';
import { DeleteOldUsage } from '../../../../src/application/usage/delete-old-usage.ts';
import { SummarizeUsage, type UsageRequest } from '../../../../src/application/usage/summarize-usage.ts';
import type { Account } from '../../../../src/domain/accounts/account.ts';
import { DAY_MS } from '../../../../src/domain/usage/usage.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { aBatch, aCallCount, aReadCount } from '../../../support/builders/some-usage.ts';
import { InMemoryStorage } from '../../../support/in-memory/in-memory-storage.ts';
import { InMemoryUsage } from '../../../support/in-memory/in-memory-usage.ts';

const NOW = new Date('2026-11-15T12:30:00.000Z');
const RETENTION_DAYS = 60;
const at = (text: string): Date => new Date(text);
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

describe('a summary of usage', () => {
  let account: Account;
  let usage: InMemoryUsage;
  let summarizeUsage: SummarizeUsage;

  beforeEach(async () => {
    account = anAccount();
    const accounts = new InMemoryStorage();
    await accounts.add(account);
    usage = new InMemoryUsage(accounts);
    summarizeUsage = new SummarizeUsage(usage, { now: () => NOW }, RETENTION_DAYS);
  });

  const happened = (...moments: readonly Date[]) =>
    usage.apply(aBatch(account.id, { calls: moments.map((moment) => aCallCount(moment)) }));

  const summarize = (request: Partial<UsageRequest> = {}) =>
    summarizeUsage.execute(account.id, { interval: 'day', groupBy: 'status', ...request });

  it('covers the last 30 days by default', async () => {
    await happened(NOW, daysAgo(30), new Date(daysAgo(30).getTime() - 3_600_000), daysAgo(-1));

    expect(await summarize()).toEqual({
      kind: 'summarized',
      from: at('2026-10-16T12:00:00.000Z'),
      to: NOW,
      total: 2,
      series: [
        { start: at('2026-10-16T00:00:00.000Z'), group: '2xx', count: 1 },
        { start: at('2026-11-15T00:00:00.000Z'), group: '2xx', count: 1 },
      ],
    });
  });

  it('starts 30 days before the requested end by default', async () => {
    expect(await summarize({ to: at('2026-11-01T00:00:00.000Z') })).toMatchObject({
      from: at('2026-10-02T00:00:00.000Z'),
      to: at('2026-11-01T00:00:00.000Z'),
    });
  });

  it('begins with the hour that contains the start', async () => {
    await happened(at('2026-11-15T08:00:00.000Z'), at('2026-11-15T07:00:00.000Z'));

    expect(await summarize({ from: at('2026-11-15T08:45:00.000Z'), interval: 'hour' })).toMatchObject({
      from: at('2026-11-15T08:00:00.000Z'),
      total: 1,
    });
  });

  it('is sorted and adds up to its total', async () => {
    const hour = at('2026-11-15T08:00:00.000Z');
    const calls = [
      aCallCount(NOW, { count: 2 }),
      aCallCount(hour, { statusClass: '5xx', count: 3 }),
      aCallCount(hour, { statusClass: '2xx', count: 5 }),
    ];
    await usage.apply(aBatch(account.id, { calls }));

    expect(await summarize({ interval: 'hour' })).toMatchObject({
      total: 10,
      series: [
        { start: hour, group: '2xx', count: 5 },
        { start: hour, group: '5xx', count: 3 },
        { start: at('2026-11-15T12:00:00.000Z'), group: '2xx', count: 2 },
      ],
    });
  });

  it.each([
    ['ends before it begins', { from: NOW, to: daysAgo(1) }],
    ['ends when it begins', { from: NOW, to: NOW }],
    ['ends in the hour in which it begins, but earlier', { from: NOW, to: new Date(NOW.getTime() - 1) }],
    ['begins in the future and has no end', { from: daysAgo(-1) }],
  ])('rejects a range that %s', async (_, range) => {
    expect(await summarize(range)).toEqual({ kind: 'backwards' });
  });

  it('hides expired hours, whether or not they are deleted already', async () => {
    await happened(daysAgo(RETENTION_DAYS), daysAgo(RETENTION_DAYS + 0.5));

    expect(await summarize({ from: at('2000-01-01T00:00:00.000Z') })).toMatchObject({
      from: at('2000-01-01T00:00:00.000Z'),
      total: 1,
    });
  });

  it('has at most ten thousand entries', async () => {
    const reads = Array.from({ length: 10_000 }, () => aReadCount(NOW));
    await usage.apply(aBatch(account.id, { reads }));
    expect(await summarize({ groupBy: 'prompt' })).toMatchObject({ kind: 'summarized', total: 10_000 });

    await usage.apply(aBatch(account.id, { reads: [aReadCount(NOW)] }));
    expect(await summarize({ groupBy: 'prompt' })).toEqual({ kind: 'too-large', entriesMax: 10_000 });
  });
});

describe('deleting old usage', () => {
  it('deletes expired hours and callers, and sequence numbers that are no longer needed', async () => {
    const limits: unknown[] = [];
    const collections: unknown[] = [];
    const log = Object.assign(new InMemoryUsage(new InMemoryStorage()), {
      deleteBefore: async (before: unknown) => void limits.push(before),
      deleteCallersExcept: async (collection: unknown) => void collections.push(collection),
    });

    await new DeleteOldUsage(log, { now: () => NOW }, RETENTION_DAYS, 'masked').execute();

    expect(limits).toEqual([
      {
        hours: at('2026-09-16T12:00:00.000Z'),
        callers: new Date(NOW.getTime() - RETENTION_DAYS * DAY_MS),
        sequences: new Date(NOW.getTime() - SEQUENCE_RETENTION_MS),
      },
    ]);
    expect(collections).toEqual(['masked']);
  });
});
