import type { VariableDeclaration, VariableType } from '../../../../domain/templates/variables.ts';
import { parseJson } from '../../../../domain/text/parse-json.ts';
import { mustBeGiven } from './prompt-arguments.ts';

/**
 * The values of variables for arguments, which are always text. A text that is not of the type of its variable stays a
 * text: rendering then reports it beside all other problems. So does an argument that no variable has the name of.
 */
export function toValues(
  variables: readonly VariableDeclaration[],
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const declared = new Map<string, VariableDeclaration>(variables.map((variable) => [variable.name, variable]));
  const entries = Object.entries(given).flatMap(([name, text]): readonly (readonly [string, unknown])[] => {
    const variable = declared.get(name);
    if (!variable) return [[name, text]];
    // Clients that ask for every argument send an empty one for what the user leaves out.
    if (text === '' && !mustBeGiven(variable)) return [];
    return [[name, toValue(variable.type, text)]];
  });
  return Object.fromEntries(entries);
}

function toValue(type: VariableType, text: string): unknown {
  if (type === 'string') return text;
  try {
    const value = parseJson(text);
    return type === 'json' || typeof value === type ? value : text;
  } catch {
    return text;
  }
}
