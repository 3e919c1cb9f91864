import { describe, expect, it } from 'vitest';
import { DeleteExpired } from '../../../../src/application/maintenance/delete-expired.ts';
import { DAY_MS } from '../../../../src/domain/usage/usage.ts';

describe('DeleteExpired', () => {
  it('deletes what is older than the retention', async () => {
    const cutoffs: Date[] = [];
    const records = { deleteBefore: async (cutoff: Date) => void cutoffs.push(cutoff) };
    const clock = { now: () => new Date('2026-11-15T12:34:56.789Z') };

    await new DeleteExpired(records, clock, 30 * DAY_MS).execute();

    expect(cutoffs).toEqual([new Date('2026-10-16T12:34:56.789Z')]);
  });
});
