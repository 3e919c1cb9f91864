import { isList, isObject, type JsonValue } from '../../../../domain/text/json.ts';
import type { FileVariable } from '../prompts/files/front-matter.ts';

/** Deeper parts of a config are `unknown`: nobody reads them one by one. */
const LEVELS_MAX = 5;

/** The TypeScript type of the values that a variable accepts. */
export function typeOfVariable({ type, enum: values }: FileVariable): string {
  if (values?.every((value) => !isList(value) && !isObject(value))) return toUnion(values.map(toLiteral));
  return type === 'json' ? 'unknown' : type;
}

/** The TypeScript type of a JSON value, and of all others of its kind: `string` instead of a literal. */
export function typeOfJson(value: JsonValue, levels = LEVELS_MAX): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (levels === 0) return 'unknown';
  if (isList(value)) return typeOfList(value, levels);
  return toObjectType(Object.entries(value).map(([key, member]) => `${toKey(key)}: ${typeOfJson(member, levels - 1)}`));
}

export const toObjectType = (members: readonly string[]): string =>
  members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;

/** Removes duplicates. */
export const toUnion = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** A property name, in quotes if it needs them. */
export const toKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : toText(name));

/** A string literal. Characters that editors hide or obey are escaped: others wrote the text. */
export function toText(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\(.)|'/g, (found, character) => (found === "'" ? "\\'" : character === '"' ? '"' : found));
  return `'${escaped.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, toEscapes)}'`;
}

function typeOfList(list: readonly JsonValue[], levels: number): string {
  const types = new Set(list.map((item) => typeOfJson(item, levels - 1)));
  const [only = 'unknown', ...others] = types;
  if (others.length === 0) return `${only}[]`;
  return types.has('unknown') ? 'unknown[]' : `(${[...types].join(' | ')})[]`;
}

const toLiteral = (value: JsonValue): string => (typeof value === 'string' ? toText(value) : JSON.stringify(value));

const toEscapes = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
