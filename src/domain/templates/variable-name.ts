import type { Branded } from '../branded.ts';

/** The name of a variable, and of a placeholder: both are chosen by the author and given by the caller. */
export type VariableName = Branded<string, 'VariableName'>;

const SHAPE = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export function parseVariableName(text: string): VariableName | undefined {
  return SHAPE.test(text) ? (text as VariableName) : undefined;
}
