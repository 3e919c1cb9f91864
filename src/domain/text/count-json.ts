/** How many values a JSON text may contain, counting lists and objects as well as what is in them. */
export const JSON_VALUES_MAX = 50_000;

export interface JsonSize {
  /** The number of values: exact for valid JSON, an estimate for anything else. */
  readonly values: number;
  /** The nesting depth of lists and objects. */
  readonly depth: number;
}

/**
 * Counts the values of a JSON text in UTF-8 without building any of them: parsing a few megabytes of `{}` would
 * allocate gigabytes. Stops soon after the limit is exceeded.
 */
export function countJson(bytes: Uint8Array, valuesMax: number): JsonSize {
  let values = 1;
  let depth = 0;
  let depthSeen = 0;
  let isFirst = false;
  for (let at = 0; at < bytes.length && values <= valuesMax; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= SPACE) continue;
    const closes = byte === CLOSE_LIST || byte === CLOSE_OBJECT;
    // A list has one value more than commas, unless it is empty.
    if (isFirst && !closes) values += 1;
    isFirst = byte === OPEN_LIST || byte === OPEN_OBJECT;
    if (byte === COMMA) values += 1;
    else if (byte === QUOTE) at = findClosingQuote(bytes, at);
    else if (closes) depth -= 1;
    else if (isFirst) {
      depth += 1;
      if (depth > depthSeen) depthSeen = depth;
    }
  }
  return { values, depth: depthSeen };
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function findClosingQuote(bytes: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
