import { describe, expect, it } from 'vitest';
import {
  countSteps,
  findProgress,
} from '../../../../../src/adapters/inbound/dashboard/web/pages/overview/onboarding/onboarding-progress.ts';

const day = (counts: Readonly<Record<string, number>> = {}) => ({
  start: '2026-11-01T00:00:00.000Z',
  counts,
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
});
const NEW = { hasCopiedKey: false, promptCount: 0, keyLastUsedAt: null, days: [day()] };

describe('the progress of a new account', () => {
  it('is nothing at first', () => {
    expect(findProgress(NEW)).toEqual({ hasKey: false, hasPrompt: false, call: 'none' });
    expect(countSteps(findProgress(NEW))).toBe(0);
  });

  it('counts a copied key and a prompt, in any order', () => {
    expect(findProgress({ ...NEW, hasCopiedKey: true })).toMatchObject({ hasKey: true, hasPrompt: false });
    expect(findProgress({ ...NEW, promptCount: 1 })).toMatchObject({ hasKey: false, hasPrompt: true });
    expect(countSteps(findProgress({ ...NEW, hasCopiedKey: true, promptCount: 3 }))).toBe(2);
  });

  it.each(['2xx', '3xx'])(
    'is complete with a prompt and a call with %s, for which the key must have been copied',
    (status) => {
      const progress = findProgress({ ...NEW, promptCount: 1, days: [day(), day({ [status]: 1 })] });

      expect(progress).toEqual({ hasKey: true, hasPrompt: true, call: 'succeeded' });
      expect(countSteps(progress)).toBe(3);
    },
  );

  it('takes a failed call for a working key, not for the first call', () => {
    const progress = findProgress({ ...NEW, promptCount: 1, days: [day({ '4xx': 2 })] });

    expect(progress).toEqual({ hasKey: true, hasPrompt: true, call: 'failed' });
    expect(countSteps(progress)).toBe(2);
  });

  it('does not start over for an account whose calls are older than the statistics', () => {
    const old = { ...NEW, promptCount: 1, keyLastUsedAt: '2026-09-01T00:00:00.000Z' };
    expect(findProgress(old)).toMatchObject({ call: 'succeeded' });

    // Its call appears in the statistics, with its status, a moment later.
    const current = { ...old, keyLastUsedAt: '2026-11-01T09:00:00.000Z' };
    expect(findProgress(current)).toMatchObject({ call: 'none' });
  });
});
