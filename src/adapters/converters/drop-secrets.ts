import { isList, isObject, JSON_DEPTH_MAX, type JsonValue } from '../../domain/text/json.ts';
import type { Loss } from './loss.ts';

/** A value without secrets, and where they were. Their values are never reported. */
export interface SafeValue {
  /** Undefined if nothing is left. */
  readonly value: JsonValue | undefined;
  readonly losses: readonly Loss[];
}

const SECRET = 'is a secret and is not imported';

/**
 * Removes API keys, passwords, connections and references to environment variables from settings of another tool, and
 * everything that JSON cannot express.
 */
export function dropSecrets(value: unknown, path: string): SafeValue {
  const losses: Loss[] = [];
  const safe = toSafe(value, path, (at, problem) => losses.push({ path: at, problem }), 0);
  return { value: safe, losses };
}

type Report = (path: string, problem: string) => void;

function toSafe(value: unknown, path: string, report: Report, depth: number): JsonValue | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') {
    if (!SECRET_VALUES.some((pattern) => pattern.test(value))) return value;
    report(path, SECRET);
    return undefined;
  }
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value as JsonValue;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (depth < JSON_DEPTH_MAX && isList(value)) {
    return value
      .map((item, index) => toSafe(item, join(path, String(index)), report, depth + 1))
      .filter((item) => item !== undefined);
  }
  if (depth < JSON_DEPTH_MAX && isObject(value)) return toSafeObject(value, path, report, depth);
  report(path, 'cannot be stored as JSON and is not imported');
  return undefined;
}

function toSafeObject(
  object: Readonly<Record<string, unknown>>,
  path: string,
  report: Report,
  depth: number,
): JsonValue {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, member]): [string, JsonValue][] => {
      const at = join(path, key);
      if (isSecretEntry(key, member)) {
        report(at, SECRET);
        return [];
      }
      const safe = toSafe(member, at, report, depth + 1);
      return safe === undefined ? [] : [[key, safe]];
    }),
  );
}

/** The letters of a key, in lower case: `api_key`, `apiKey`, `X-Api-Key`, `OPENAI_API_KEY`. */
const SECRET_KEYS = [
  /(?:api|secret|access|private|signing|subscription|service|encryption)keys?(?:id)?$/,
  /secrets?$|passw(?:or)?ds?$|passphrase$|^pwd$|cookies?$|^bearer$/,
  /^token$|^idtoken$|(?:access|auth|bearer|refresh|session|api|secret|sas)token$/,
  /^auth$|authentication$|authorization$|credentials?$|^connections?$|connectionstring$/,
];

/** An empty text is not secret, nor is the description of a parameter that has such a name. */
function isSecretEntry(key: string, value: unknown): boolean {
  const name = key.toLowerCase().replace(/[^a-z]/g, '');
  if (!SECRET_KEYS.some((pattern) => pattern.test(name))) return false;
  if (isObject(value)) return !isSchema(value);
  return isList(value) || typeof value === 'number' || (typeof value === 'string' && value !== '');
}

const SCHEMA_TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** A JSON Schema says what a value may be, and has no value itself. */
function isSchema(value: Readonly<Record<string, unknown>>): boolean {
  const { type } = value;
  const hasType = SCHEMA_TYPES.has(type) || (isList(type) && type.every((one) => SCHEMA_TYPES.has(one)));
  return (
    (hasType || '$ref' in value || 'anyOf' in value || 'oneOf' in value) && !('value' in value || 'default' in value)
  );
}

const SECRET_VALUES = [
  // References to the environment, whose values another tool would insert: ${env:X}, ${X}, {{env.X}}.
  /\$\{\s*env:|\$\{[A-Z][A-Z0-9_]*\}|\{\{-?\s*env\b/,
  /\b(?:sk|rk|pk)[-_][A-Za-z0-9_-]{16,}/,
  /\bph_[0-9a-f]{64}\b|\bgh[a-z]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bhf_[A-Za-z0-9]{20,}/,
  /\bAIza[\w-]{30,}|\bA(?:KIA|SIA)[A-Z0-9]{16}\b|\bxox[a-z]-[\w-]{10,}|\bgsk_[A-Za-z0-9]{20,}|\bxai-[\w-]{20,}/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^\s*(?:Bearer|Basic)\s+(?=\S*\d)\S{16,}\s*$/i,
  /:\/\/[^\s/@:]*:[^\s/@]+@/,
];

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
