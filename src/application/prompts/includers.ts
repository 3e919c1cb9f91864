import type { PromptName } from '../../domain/prompts/naming/prompt-name.ts';
import type { Include } from '../ports/prompt-repository.ts';

/** Each once, in alphabetical order: a backend may find them in any other. */
export const includersIn = (includes: readonly Include[]): readonly PromptName[] =>
  [...new Set(includes.map(({ includer }) => includer))].sort();
