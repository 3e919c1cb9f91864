import { isList, type JsonObject, type JsonValue } from '../../../../../domain/text/json.ts';

/**
 * YAML that reads back as exactly this JSON, one thing per line, so that it can be edited and compared line by line.
 *
 * It is our own because the same value must give the same bytes in every release of ours and of the YAML package.
 */
export function printYaml(fields: JsonObject): string {
  return printMembers(fields, '');
}

/** Sorts the keys of all objects in a value: backends return them in different orders. */
export function sortKeys<Value extends JsonValue>(value: Value): Value;
export function sortKeys(value: JsonValue): JsonValue {
  if (isList(value)) return value.map((item) => sortKeys(item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sortKeys(member)]));
}

const STEP = '  ';

/** YAML wants the colon of a simple key within 1024 characters. */
const SIMPLE_KEY_MAX = 1000;

function printMembers(value: JsonObject, indent: string): string {
  const print = ([key, member]: [string, JsonValue]): string => {
    const name = printString(key);
    const start = name.length > SIMPLE_KEY_MAX ? `${indent}? ${name}\n${indent}` : `${indent}${name}`;
    return `${start}:${printAfterColon(member, indent)}`;
  };
  return Object.entries(value).map(print).join('');
}

function printAfterColon(value: JsonValue, indent: string): string {
  return isEmptyOrScalar(value) ? ` ${printScalar(value)}\n` : `\n${printBlock(value, indent + STEP)}`;
}

function printItems(items: readonly JsonValue[], indent: string): string {
  const print = (item: JsonValue): string => {
    if (isEmptyOrScalar(item)) return `${indent}- ${printScalar(item)}\n`;
    const inner = indent + STEP;
    return `${indent}- ${printBlock(item, inner).slice(inner.length)}`;
  };
  return items.map(print).join('');
}

const printBlock = (value: JsonValue, indent: string): string => {
  if (isList(value)) return printItems(value, indent);
  return typeof value === 'object' && value !== null ? printMembers(value, indent) : printScalar(value);
};

const isEmptyOrScalar = (value: JsonValue): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0;

/** An empty list and an empty object are written like scalars, as in JSON. */
const printScalar = (value: JsonValue): string =>
  typeof value === 'string' ? printString(value) : JSON.stringify(value);

/** Matches strings that no YAML reader, not even a 1.1 one, takes for another type. All others are quoted. */
const PLAIN = /^[A-Za-z](?:[\w ,./()'!?;+%@-]*[\w.)!?])?$/;
const WORDS_WITH_MEANING = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** Legal between quotes, but invisible, or taken for line breaks by some editors. */
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]/g;

function printString(text: string): string {
  if (PLAIN.test(text) && !WORDS_WITH_MEANING.test(text)) return text;
  return JSON.stringify(text).replace(INVISIBLE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
