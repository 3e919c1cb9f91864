import { utf8Bytes } from './utf8.ts';

export type JsonValue = string | number | boolean | null | JsonList | JsonObject;
export type JsonList = readonly JsonValue[];
export type JsonObject = { readonly [key: string]: JsonValue };

/** How deeply lists and objects may nest. Values within this limit can safely be walked recursively. */
export const JSON_DEPTH_MAX = 32;

/** `Array.isArray` does not narrow to a read-only list. */
export const isList = (value: unknown): value is JsonList => Array.isArray(value);

/** Plain objects only: dates and maps, which a YAML parser can produce, cannot be represented in JSON. */
export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || isList(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * True for a JSON value of bounded depth.
 *
 * Uses an explicit stack, because this is the check that makes recursion safe elsewhere. Rejects infinite numbers:
 * `JSON.parse('1e999')` returns one, and it would be serialized as null.
 */
export function isBoundedJson(root: unknown, depthMax = JSON_DEPTH_MAX): root is JsonValue {
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (isScalar(value)) continue;
    if (depth === depthMax || !(isList(value) || isObject(value))) return false;
    for (const member of isList(value) ? value : Object.values(value))
      pending.push({ value: member, depth: depth + 1 });
  }
  return true;
}

/** From here on, JSON has numbers with an exponent, which nobody takes for exact. */
const EXPONENT_FROM = 1e21;

/**
 * The path, after the value itself, of the first integer that may be another one than was written: JSON.parse rounds those
 * beyond 2^53. `''` is the value itself. Undefined if there is none.
 */
export function findInexact(value: JsonValue): string | undefined {
  if (typeof value === 'number') return isInexact(value) ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of isList(value) ? value.entries() : Object.entries(value)) {
    const inside = findInexact(member);
    if (inside !== undefined) return `.${key}${inside}`;
  }
  return undefined;
}

const isInexact = (number: number): boolean =>
  Number.isInteger(number) && !Number.isSafeInteger(number) && Math.abs(number) < EXPONENT_FROM;

/**
 * Whether the canonical form of a value certainly exceeds a limit, without creating it: a value of many megabytes is
 * rejected after its first few kilobytes. Underestimates by what UTF-8 and escapes add, at most six times.
 */
export function isLongerJson(root: unknown, charactersMax: number): boolean {
  const pending: unknown[] = [root];
  let characters = 0;
  while (pending.length > 0 && characters <= charactersMax) {
    const value = pending.pop();
    if (typeof value === 'string') characters += value.length + 2;
    else if (isList(value)) {
      characters += 2 + Math.max(0, value.length - 1);
      // Every member has at least one character, so no more of them are needed to exceed the limit.
      if (characters <= charactersMax) for (const member of value) pending.push(member);
    } else if (isObject(value)) {
      const keys = Object.keys(value);
      characters += keys.reduce((sum, key) => sum + key.length + 3, 2) + Math.max(0, keys.length - 1);
      if (characters <= charactersMax) for (const key of keys) pending.push(value[key]);
    } else characters += 1;
  }
  return characters > charactersMax;
}

/**
 * The canonical form of a JSON value (RFC 8785): no white space, keys sorted by UTF-16 code units, strings and numbers
 * as JSON.stringify writes them. Equal values have equal texts, whatever the order of their keys.
 *
 * Recursion is safe: a JsonValue enters the domain through isBoundedJson.
 */
export function canonicalJson(value: JsonValue): string {
  if (isList(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** The bytes of the canonical form. JSON.stringify is much faster, and only the order of keys differs. */
export const jsonBytes = (value: JsonValue): number => utf8Bytes(JSON.stringify(value));

export const equalJson = (one: JsonValue, other: JsonValue): boolean => canonicalJson(one) === canonicalJson(other);

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
