import type { Branded } from '../branded.ts';

/** The name of a variable or of a placeholder, which the author declares and the caller fills. */
export type VariableName = Branded<string, 'VariableName'>;

export const VARIABLE_NAME_PATTERN = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export function parseVariableName(text: string): VariableName | undefined {
  return VARIABLE_NAME_PATTERN.test(text) ? (text as VariableName) : undefined;
}
