import { describe, expect, it } from 'vitest';
import { decide, fixedPolicy, POLLING } from '../../../../clients/typescript/src/cache/freshness.ts';

const NOW = 100_000;
const anEntry = (fields: object = {}) => ({
  isPinned: false,
  isStale: false,
  sequence: 5,
  checkedAt: NOW - 5000,
  failures: 0,
  retryAt: 0,
  ...fields,
});
const announced = (since: number) => ({ kind: 'announced', since }) as const;

describe('an entry in memory', () => {
  it('is served while the stream announces changes and none concerned it', () => {
    expect(decide(anEntry(), announced(4), NOW)).toBe('serve');
    expect(decide(anEntry({ checkedAt: NOW - 90_000_000 }), announced(4), NOW)).toBe('serve');
  });

  it('is revalidated if it was read before the stream began, or changed since', () => {
    expect(decide(anEntry(), announced(6), NOW)).toBe('revalidate');
    expect(decide(anEntry(), announced(5), NOW)).toBe('revalidate');
    expect(decide(anEntry({ isStale: true }), announced(4), NOW)).toBe('revalidate');
  });

  it('is served while the service is away, and read again in the background when that is due', () => {
    const failed = { isStale: true, failures: 1, retryAt: NOW + 1 };

    expect(decide(anEntry(failed), announced(0), NOW)).toBe('serve');
    expect(decide(anEntry(failed), announced(0), NOW + 1)).toBe('refresh');
    expect(decide(anEntry({ ...failed, isStale: false }), POLLING, NOW + 60_000)).toBe('refresh');
  });

  it('is refreshed in the background when it is older than the interval', () => {
    const policy = { kind: 'interval', everyMs: 5000 } as const;

    expect(decide(anEntry(), policy, NOW)).toBe('serve');
    expect(decide(anEntry(), policy, NOW + 1)).toBe('refresh');
    expect(decide(anEntry({ isStale: true }), policy, NOW)).toBe('revalidate');
  });

  it('follows refresh: always and never', () => {
    expect(decide(anEntry({ failures: 3, retryAt: NOW + 1 }), { kind: 'always' }, NOW)).toBe('revalidate');
    expect(decide(anEntry({ checkedAt: 0 }), { kind: 'never' }, NOW)).toBe('serve');
    expect(decide(anEntry({ isStale: true }), { kind: 'never' }, NOW)).toBe('revalidate');
  });

  it('is served for ever if it is a version, unless its name was reassigned', () => {
    const policies = [announced(9), POLLING, { kind: 'always' }, { kind: 'never' }] as const;
    const version = { isPinned: true, checkedAt: 0 };

    expect(policies.map((policy) => decide(anEntry(version), policy, NOW))).toEqual(Array(4).fill('serve'));
    const stale = policies.map((policy) => decide(anEntry({ ...version, isStale: true }), policy, NOW));
    expect(stale).toEqual(Array(4).fill('revalidate'));
  });
});

describe('the policy of an option', () => {
  it('is fixed for all but the stream', () => {
    expect([fixedPolicy('stream'), fixedPolicy('always'), fixedPolicy('never'), fixedPolicy({ everyMs: 1 })]).toEqual([
      undefined,
      { kind: 'always' },
      { kind: 'never' },
      { kind: 'interval', everyMs: 1 },
    ]);
  });
});
