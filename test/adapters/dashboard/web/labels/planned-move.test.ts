import { describe, expect, it } from 'vitest';
import {
  type MoveAttempt,
  moveIfUnmoved,
  type PlannedMove,
} from '../../../../../src/adapters/inbound/dashboard/web/api/labels/planned-move.ts';

const MOVE: PlannedMove = { id: 'id', name: 'support/reply', label: 'production', from: 1, to: 3 };
const CHANGED: MoveAttempt = { kind: 'changed', problem: 'changed' };

type Labels = Readonly<Record<string, number>>;

/** Makes the attempts fail like this, and the prompt have these labels each time that it is read. */
const moveWith = (attempts: readonly MoveAttempt[], ...reads: readonly Labels[]) => makeMove(MOVE, attempts, reads);

async function makeMove(move: PlannedMove, attempts: readonly MoveAttempt[], reads: readonly Labels[]) {
  const etags: string[] = [];
  let times = 0;
  const outcome = await moveIfUnmoved(move, {
    moveAt: async (etag) => {
      etags.push(etag);
      return attempts[etags.length - 1] ?? { kind: 'moved' };
    },
    read: async () => {
      times += 1;
      return { prompt: { labels: reads[times - 1] ?? { production: 1 } }, etag: `"${times}"` };
    },
  });
  return { outcome, etags };
}

describe('moving a label in bulk', () => {
  it('requires the prompt to be as it was read', async () => {
    expect(await moveWith([])).toEqual({ outcome: { kind: 'moved' }, etags: ['"1"'] });
  });

  it('continues when the prompt has changed, but not the label', async () => {
    expect(await moveWith([CHANGED])).toEqual({ outcome: { kind: 'moved' }, etags: ['"1"', '"2"'] });
  });

  it.each([
    ['since the user saw it', [], [{ production: 2 }], []],
    ['during an attempt', [CHANGED], [{ production: 1 }, { production: 2 }], ['"1"']],
  ] as const)('does not undo the move of someone else %s', async (_, attempts, reads, etags) => {
    expect(await moveWith(attempts, ...reads)).toEqual({ outcome: { kind: 'moved-elsewhere', version: 2 }, etags });
  });

  it('does not restore a label that was removed', async () => {
    const { outcome } = await moveWith([CHANGED], { production: 1 }, {});

    expect(outcome).toEqual({ kind: 'moved-elsewhere', version: undefined });
  });

  it('succeeds if an earlier attempt, whose response was lost, has moved the label', async () => {
    expect(await moveWith([], { production: 3 })).toEqual({ outcome: { kind: 'moved' }, etags: [] });
  });

  it('updates includes where the label is', async () => {
    const outcome = { kind: 'moved' };
    expect(await makeMove({ ...MOVE, to: 1 }, [], [{ production: 1 }])).toEqual({ outcome, etags: ['"1"'] });
  });

  it('reports why it failed, and does not try again by itself', async () => {
    expect(await moveWith([{ kind: 'failed', problem: 'archived' }])).toEqual({
      outcome: { kind: 'failed', problem: 'archived' },
      etags: ['"1"'],
    });
  });

  it('gives up on a prompt that changes all the time', async () => {
    expect(await moveWith([CHANGED, CHANGED, CHANGED])).toEqual({
      outcome: { kind: 'failed', problem: 'changed' },
      etags: ['"1"', '"2"', '"3"'],
    });
  });
});
