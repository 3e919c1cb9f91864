import { DEFAULT_LABEL } from '../../../../../domain/prompts/prompt.ts';

/** Orders labels by name, after the one that programs get by default. */
export function compareLabels(one: string, other: string): number {
  if (one === DEFAULT_LABEL || other === DEFAULT_LABEL) return one === DEFAULT_LABEL ? -1 : 1;
  return one < other ? -1 : 1;
}
