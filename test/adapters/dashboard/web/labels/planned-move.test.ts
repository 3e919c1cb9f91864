import { describe, expect, it } from 'vitest';
import {
  type MoveAttempt,
  moveIfUnmoved,
  type PlannedMove,
} from '../../../../../src/adapters/inbound/dashboard/web/api/labels/planned-move.ts';

const MOVE: PlannedMove = { id: 'id', name: 'support/reply', revision: 7, label: 'production', from: 1, to: 3 };
const CHANGED: MoveAttempt = { kind: 'changed', problem: 'changed' };

/** Makes the attempts fail like this, and the prompt read between them look like that. */
async function moveWith(attempts: readonly MoveAttempt[], labels: Readonly<Record<string, number>> = {}) {
  const revisions: number[] = [];
  const outcome = await moveIfUnmoved(MOVE, {
    moveAt: async (revision) => {
      revisions.push(revision);
      return attempts[revisions.length - 1] ?? { kind: 'moved' };
    },
    read: async () => ({ labels, revision: 8 }),
  });
  return { outcome, revisions };
}

describe('moving a label in bulk', () => {
  it('requires the prompt to be as the user saw it', async () => {
    expect(await moveWith([])).toEqual({ outcome: { kind: 'moved' }, revisions: [7] });
  });

  it('continues when the prompt has changed, but not the label', async () => {
    expect(await moveWith([CHANGED], { production: 1 })).toEqual({ outcome: { kind: 'moved' }, revisions: [7, 8] });
  });

  it('does not undo the move of someone else', async () => {
    expect(await moveWith([CHANGED], { production: 2 })).toEqual({
      outcome: { kind: 'moved-elsewhere', version: 2 },
      revisions: [7],
    });
  });

  it('does not restore a label that was removed', async () => {
    const { outcome } = await moveWith([CHANGED]);

    expect(outcome).toEqual({ kind: 'moved-elsewhere', version: undefined });
  });

  it('succeeds if an earlier attempt, whose response was lost, has moved the label', async () => {
    expect(await moveWith([CHANGED], { production: 3 })).toEqual({ outcome: { kind: 'moved' }, revisions: [7] });
  });

  it('reports why it failed, and does not try again by itself', async () => {
    expect(await moveWith([{ kind: 'failed', problem: 'archived' }])).toEqual({
      outcome: { kind: 'failed', problem: 'archived' },
      revisions: [7],
    });
  });

  it('gives up on a prompt that changes all the time', async () => {
    expect(await moveWith([CHANGED, CHANGED, CHANGED], { production: 1 })).toEqual({
      outcome: { kind: 'failed', problem: 'changed' },
      revisions: [7, 8, 8],
    });
  });
});
