import type { PromptName } from '../../domain/prompts/naming/prompt-name.ts';
import type { Include } from '../ports/prompt-reader.ts';

/** Each includer once, in alphabetical order: backends return them in any order. */
export const includersIn = (includes: readonly Include[]): readonly PromptName[] =>
  [...new Set(includes.map(({ includer }) => includer))].sort();
