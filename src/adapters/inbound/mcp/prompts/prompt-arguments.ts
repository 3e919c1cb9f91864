import type { PromptArgument } from '@modelcontextprotocol/server';
import { textOf } from '../../../../domain/templates/inserted-values.ts';
import type { PromptContent } from '../../../../domain/templates/prompt-content.ts';
import type { VariableDeclaration, VariableType } from '../../../../domain/templates/variables.ts';
import { foldCase } from '../../../../domain/text/fold-case.ts';
import type { JsonValue } from '../../../../domain/text/json.ts';
import { parseExactJson } from '../../../../domain/text/parse-json.ts';
import type { FailureDetail } from '../access/request-failure.ts';
import { cutText } from './summarize.ts';

/** Whether the client must send a value. */
const mustBeGiven = ({ required, default: fallback }: VariableDeclaration): boolean =>
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
    const value = parseExactJson(text);
    return type === 'json' || typeof value === type ? value : text;
  } catch {
    return text;
  }
}

/** `code: missing; lang: enum; strict: expected boolean`. */
export const describeArguments = (
  problems: readonly FailureDetail[],
  variables: readonly VariableDeclaration[],
): string => problems.map(({ path, problem }) => `${path}: ${describeProblem(path, problem, variables)}`).join('; ');

function describeProblem(path: string, problem: string, variables: readonly VariableDeclaration[]): string {
  const type = variables.find(({ name }) => name === path)?.type;
  return problem === 'type' && type !== undefined ? `expected ${type}` : problem;
}

export type Completion = {
  readonly values: string[];
  readonly total?: number;
  readonly hasMore?: boolean;
};

/** MCP allows no more. */
const COMPLETED_VALUES_MAX = 100;
const BOOLEANS = ['true', 'false'];

/** The values of a variable that begin with what was typed. Without the total if any value is allowed. */
export function completeArgument(variable: VariableDeclaration | undefined, typed: string): Completion {
  const allowed = variable?.enum?.map(textOf) ?? (variable?.type === 'boolean' ? BOOLEANS : undefined);
  if (!allowed) return { values: [] };
  const prefix = foldCase(typed);
  const matching = allowed.filter((value) => foldCase(value).startsWith(prefix));
  const values = matching.slice(0, COMPLETED_VALUES_MAX);
  return { values, total: matching.length, hasMore: matching.length > values.length };
}

/** An empty list for each placeholder of a chat that has none. */
export function fillPlaceholders(
  content: PromptContent,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const messages = content.type === 'chat' ? content.messages : [];
  const empty = messages.flatMap((message) => ('placeholder' in message ? [[message.placeholder, []] as const] : []));
  return { ...Object.fromEntries(empty), ...given };
}
