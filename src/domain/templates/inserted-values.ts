import { isList, isObject, type JsonValue } from '../text/json.ts';

/** How values behave in a template: when a section shows, what a path leads to, and which text is inserted. */

export function isShown(value: JsonValue | undefined): boolean {
  if (isList(value)) return value.length > 0;
  return value !== undefined && value !== false && value !== null && value !== '';
}

/** Strings have no members, and lists only their elements: `length` and the like are not the caller's data. */
export function memberOf(value: JsonValue, member: string): JsonValue | undefined {
  if (isList(value)) return INDEX.test(member) ? value[Number(member)] : undefined;
  // Own properties only: a template must not reach a prototype.
  return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
}

/** No leading zeros: each element has exactly one spelling. */
const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}
