import type { Problem } from '../problem.ts';
import { isList, isObject, JSON_DEPTH_MAX, type JsonValue } from '../text/json.ts';

/** A value without secrets, and where they were. Their values are never reported. */
export interface SafeValue {
  /** Undefined if nothing is left. */
  readonly value: JsonValue | undefined;
  readonly losses: readonly Problem[];
}

const SECRET = 'is a secret and is not imported';

/**
 * Removes API keys, passwords, connections and references to environment variables from settings of another tool, and
 * everything that JSON cannot express.
 */
export function dropSecrets(value: unknown, path: string): SafeValue {
  const losses: Problem[] = [];
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

/** With a text as its value: a schema may have a property of this name. */
const SECRET_KEY =
  /(?:api|secret|access|private|signing|subscription|service|encryption)key(?:id)?$|secret$|passw(?:or)?d$|passphrase$|^pwd$|^token$|(?:access|auth|bearer|refresh|session|id|api|secret|sas)token$|authorization$|credentials?$|cookie$|connectionstring$/;

const CONNECTION_KEY = /^connections?$|^credentials?$/;

function isSecretEntry(key: string, value: unknown): boolean {
  const name = key.toLowerCase().replace(/[^a-z]/g, '');
  if (CONNECTION_KEY.test(name)) return !isSchema(value);
  return SECRET_KEY.test(name) && (typeof value === 'string' || typeof value === 'number') && value !== '';
}

/** The schema of a tool's parameter that happens to be called like a connection. */
const isSchema = (value: unknown): boolean =>
  isObject(value) &&
  ('type' in value || '$ref' in value) &&
  !('endpoint' in value || 'kind' in value || 'name' in value);

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
