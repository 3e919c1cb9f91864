import type { VariableDeclaration, VariableType } from '../../../../domain/templates/variables.ts';
import type { JsonValue } from '../../../../domain/text/json.ts';
import { cutText } from './summarize.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
}

/** Whether the client must send a value. */
export const mustBeGiven = ({ required, default: fallback }: VariableDeclaration): boolean =>
  required && fallback === undefined;

/** Required ones first, each group in its declared order: some clients pass arguments by position. */
export function toArguments(variables: readonly VariableDeclaration[]): readonly PromptArgument[] {
  const required = variables.filter(mustBeGiven);
  const others = variables.filter((variable) => !mustBeGiven(variable));
  return [...required, ...others].map((variable) => {
    const description = describeVariable(variable);
    return {
      name: variable.name,
      ...(description !== '' && { description }),
      required: mustBeGiven(variable),
    };
  });
}

const TYPE_NOTES: Readonly<Record<VariableType, string>> = {
  string: '',
  number: '(number)',
  boolean: '(boolean)',
  json: '(JSON)',
};

/** A list of 500 prompts has thousands of arguments. */
const VALUES_MAX = 20;
const VALUE_CHARACTERS_MAX = 100;

/** `How many lines (number), one of 10, 20, default 10`. */
function describeVariable({ type, description = '', enum: values, default: fallback }: VariableDeclaration): string {
  const subject = [description.trim(), TYPE_NOTES[type]].filter((text) => text !== '').join(' ');
  const listed = values?.slice(0, VALUES_MAX).map(printValue) ?? [];
  if (values && values.length > VALUES_MAX) listed.push('…');
  return [
    subject,
    listed.length > 0 ? `one of ${listed.join(', ')}` : '',
    fallback === undefined ? '' : `default ${printValue(fallback)}`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function printValue(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? '""' : cutText(text, VALUE_CHARACTERS_MAX);
}
