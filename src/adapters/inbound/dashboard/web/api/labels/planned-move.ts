import type { z } from 'zod';
import type * as shapes from '../../../../api/prompts/operations/response-schemas.ts';
import { type BoardPrompt, versionOf } from './board-prompt.ts';

/** One label of one prompt, from the version that the user saw to another one. */
export interface PlannedMove {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Undefined if the prompt does not have the label. */
  readonly from: number | undefined;
  /** The same as `from` to update the includes of a locked label. */
  readonly to: number;
}

export type MoveCheck =
  | { readonly kind: 'safe' }
  | { readonly kind: 'breaking'; readonly changes: readonly z.infer<typeof shapes.breakingChange>[] }
  | { readonly kind: 'unchecked'; readonly problem: unknown };

export type MoveOutcome =
  | { readonly kind: 'moved' }
  /** Another request moved the label; undefined if it removed it. */
  | { readonly kind: 'moved-elsewhere'; readonly version: number | undefined }
  | { readonly kind: 'failed'; readonly problem: unknown }
  | { readonly kind: 'not-attempted' };

/** `changed`: the prompt has changed since it was read, and nothing has moved. */
export type MoveAttempt =
  | { readonly kind: 'moved' }
  | { readonly kind: 'changed' | 'failed'; readonly problem: unknown };

interface PromptAccess {
  /** Moves the label if the prompt still has this ETag. */
  moveAt(etag: string): Promise<MoveAttempt>;
  read(): Promise<{ readonly prompt: Pick<BoardPrompt, 'labels'>; readonly etag: string }>;
}

const ATTEMPTS_MAX = 3;

/**
 * Moves the label if it is still where the user saw it, whatever else has changed about the prompt. So a move that is
 * repeated because its response was lost is reported as moved, and no one else's move is undone. Reads the prompt first,
 * because a list has no ETags of its prompts.
 */
export async function moveIfUnmoved(move: PlannedMove, { moveAt, read }: PromptAccess): Promise<MoveOutcome> {
  try {
    for (let attempt = 1; ; attempt++) {
      const { prompt, etag } = await read();
      const current = versionOf(prompt, move.label);
      if (current === move.to && move.to !== move.from) return { kind: 'moved' };
      if (current !== move.from) return { kind: 'moved-elsewhere', version: current };
      const outcome = await moveAt(etag);
      if (outcome.kind === 'moved') return outcome;
      if (outcome.kind === 'failed' || attempt === ATTEMPTS_MAX) return { kind: 'failed', problem: outcome.problem };
    }
  } catch (problem) {
    return { kind: 'failed', problem };
  }
}
