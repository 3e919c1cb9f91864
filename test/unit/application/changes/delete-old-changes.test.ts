import { describe, expect, it } from 'vitest';
import { DeleteOldChanges } from '../../../../src/application/changes/delete-old-changes.ts';

describe('DeleteOldChanges', () => {
  it('deletes changes that are older than the retention', async () => {
    const cutoffs: Date[] = [];
    const changes = { deleteBefore: async (cutoff: Date) => void cutoffs.push(cutoff) };
    const clock = { now: () => new Date('2026-11-15T12:34:56.789Z') };

    await new DeleteOldChanges(changes, clock, 30).execute();

    expect(cutoffs).toEqual([new Date('2026-10-16T12:34:56.789Z')]);
  });
});
