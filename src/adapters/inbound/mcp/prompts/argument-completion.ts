import { textOf } from '../../../../domain/templates/inserted-values.ts';
import type { VariableDeclaration } from '../../../../domain/templates/variables.ts';
import { foldCase } from '../../../../domain/text/fold-case.ts';

export type Completion = {
  readonly values: string[];
  readonly total?: number;
  readonly hasMore?: boolean;
};

/** MCP allows no more. */
const VALUES_MAX = 100;
const BOOLEANS = ['true', 'false'];

/** The values of a variable that begin with what was typed. Without the total if any value is allowed. */
export function completeArgument(variable: VariableDeclaration | undefined, typed: string): Completion {
  const allowed = variable?.enum?.map(textOf) ?? (variable?.type === 'boolean' ? BOOLEANS : undefined);
  if (!allowed) return { values: [] };
  const prefix = foldCase(typed);
  const matching = allowed.filter((value) => foldCase(value).startsWith(prefix));
  const values = matching.slice(0, VALUES_MAX);
  return { values, total: matching.length, hasMore: matching.length > values.length };
}
