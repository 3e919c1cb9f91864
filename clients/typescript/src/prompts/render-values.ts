import { isBoundedJson } from '../../../../src/domain/text/json.ts';

/**
 * Values as they would arrive at the service: as JSON. Members without a value are absent, dates are texts. What JSON
 * cannot represent stays as it is, so that it is reported.
 */
export function toJsonValues(values: object | undefined): Readonly<Record<string, unknown>> {
  const converted: [string, unknown][] = [];
  for (const [name, value] of Object.entries(values ?? {})) {
    if (value !== undefined) converted.push([name, typeof value === 'object' ? toJson(value) : value]);
  }
  // Defines every name as an own property, `__proto__` too.
  return Object.fromEntries(converted);
}

function toJson(value: unknown): unknown {
  if (isBoundedJson(value)) return value;
  try {
    return JSON.parse(JSON.stringify(value, replaceLargeInteger));
  } catch {
    return value;
  }
}

/** JSON has no BigInt. A large one is refused like any other large integer, with its path. */
const replaceLargeInteger = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' && !Number.isSafeInteger(Number(value)) ? 2 ** 53 : value;
