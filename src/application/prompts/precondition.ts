import type { Prompt } from '../../domain/prompts/prompt.ts';

/** The states of a prompt in which the caller wants it changed: any, or one of those the caller has seen. */
export type Precondition = 'any' | readonly SeenState[];

export interface SeenState {
  readonly id: string;
  readonly revision: number;
}

export function holds(precondition: Precondition | undefined, prompt: Prompt): boolean {
  if (precondition === undefined || precondition === 'any') return true;
  return precondition.some(({ id, revision }) => id === prompt.id && revision === prompt.revision);
}
