import type { Label } from '../../domain/naming/label.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { WriteId } from '../../domain/prompts/write-id.ts';
import type { SeenLabel } from '../ports/prompts/prompt-writer.ts';

/** The states of a prompt in which the caller wants it changed: any, or one of those the caller has seen. */
export type Precondition = 'any' | readonly SeenState[];

export interface SeenState {
  readonly id: string;
  readonly revision: number;
  readonly writeId: WriteId;
}

/** Requires the state of the prompt only if the caller named the states it has seen. */
export const requiredState = (precondition: Precondition | undefined, prompt: Prompt) =>
  precondition === undefined || precondition === 'any' ? {} : unchangedSince(prompt);

/** The versions that these labels point to, for decisions that depend on them. */
export const seenLabels = (prompt: Prompt, labels: readonly Label[]): readonly SeenLabel[] =>
  labels.map((label) => ({ label, version: prompt.labels.get(label) ?? null }));

export function holds(precondition: Precondition | undefined, prompt: Prompt): boolean {
  if (precondition === undefined || precondition === 'any') return true;
  return precondition.some(
    ({ id, revision, writeId }) => id === prompt.id && revision === prompt.revision && writeId === prompt.writeId,
  );
}

/** Requires the state of the prompt that a write was decided by. */
export const unchangedSince = ({ revision, writeId }: Prompt) => ({ revision, writeId });
