import type { Prompt } from '../../domain/prompts/prompt.ts';

/** Which states of a prompt the caller is prepared to change: any that exists, or one of those it has seen. */
export type Precondition = 'any' | readonly SeenState[];

export interface SeenState {
  readonly id: string;
  readonly revision: number;
}

export function holds(precondition: Precondition | undefined, prompt: Prompt): boolean {
  if (precondition === undefined || precondition === 'any') return true;
  return precondition.some(({ id, revision }) => id === prompt.id && revision === prompt.revision);
}

/**
 * A decision made on what was read is made again when that changed meanwhile, this often at most. One that looks at
 * other prompts takes longer than a change that does not: among four clients that write without a pause, 25 were too few.
 */
export const DECISIONS_MAX = 100;
