export type JsonValue = string | number | boolean | null | JsonList | JsonObject;
export type JsonList = readonly JsonValue[];
export type JsonObject = { readonly [key: string]: JsonValue };

/** How deep lists and objects may nest. What is checked once against it may be walked by recursion ever after. */
export const JSON_DEPTH_MAX = 32;

/** `Array.isArray` does not narrow to a read-only list. */
export const isList = (value: unknown): value is JsonList => Array.isArray(value);

/** Plain objects only: a date or a map, as a YAML reader makes them, has no form in JSON. */
export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || isList(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * True for a JSON value of bounded depth.
 *
 * It walks with a stack of its own, because this is the check that makes recursion safe elsewhere. Infinite
 * numbers are rejected: `JSON.parse('1e999')` makes one, and it would be written back as null.
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

/**
 * The one text of a JSON value: no whitespace, keys sorted by their UTF-16 units, strings and numbers as
 * JSON.stringify writes them (this is RFC 8785). Equal values have equal texts, whatever order their keys came in.
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

export const equalJson = (one: JsonValue, other: JsonValue): boolean => canonicalJson(one) === canonicalJson(other);

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
