import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ConfigurationMistake } from './errors.ts';
import { parseJsonFile } from './parse-json-file.ts';
import { settingsSchema } from './schema.ts';
import { settings } from './settings.ts';
import type { SourceEntry } from './source-values.ts';
import { didYouMean, shown } from './suggestion.ts';

/** Returns the whole text of a file, or throws as `readFileSync` does. */
export type ReadFile = (path: string) => string;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A secret decoded from another encoding would become a different, unknown secret. */
export const readTextFile: ReadFile = (path) => utf8.decode(readFileSync(path));

const DEFAULT_FILE = 'config/default.json';
const FILE_LENGTH_MAX = 1024 * 1024;

/** The default is `config/default.json` in the working directory, which may be absent; a named file may not. */
export function readConfigurationFile(name: string | undefined, readFile: ReadFile): readonly SourceEntry[] {
  const origin = `file ${name ?? DEFAULT_FILE}`;
  const whole = (problem: string) => [{ path: '', origin, problem }];
  let text: string;
  try {
    text = readFile(name ?? DEFAULT_FILE).replace(/^\uFEFF/, '');
  } catch (error) {
    const absent = errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR';
    return name === undefined && absent ? [] : whole(unreadable(error));
  }
  if (text.length > FILE_LENGTH_MAX) return whole('is longer than 1 MiB');
  const parsed = parseJsonFile(text);
  if (parsed.kind === 'invalid') return whole(parsed.problem);
  const content = parsed.value;
  return isObject(content) ? readSection(settingsSchema, content, [], origin) : whole('must hold an object: { … }');
}

/** Why a file could not be read, without its name: who confused NAME and NAME_FILE wrote a secret there. */
export function unreadable(error: unknown): string {
  const code = errorCode(error);
  const reasons = new Map([
    ['ENOENT', 'does not exist'],
    ['ENOTDIR', 'does not exist'],
    ['EISDIR', 'is a folder'],
    ['EACCES', 'may not be read by this user'],
    ['EPERM', 'may not be read by this user'],
    ['ERR_ENCODING_INVALID_ENCODED_DATA', 'is not UTF-8'],
  ]);
  return reasons.get(code) ?? `cannot be read (${code})`;
}

function readSection(
  section: z.ZodObject,
  content: Readonly<Record<string, unknown>>,
  parents: readonly string[],
  origin: string,
): readonly SourceEntry[] {
  return Object.entries(content).flatMap(([key, value]): readonly SourceEntry[] => {
    // Own properties only: "__proto__" and "constructor" are not configured names.
    const schema = Object.hasOwn(section.shape, key) ? section.shape[key] : undefined;
    if (!schema) return [unknownKey(parents, key, origin)];
    const path = [...parents, key].join('.');
    if (!(schema instanceof z.ZodObject)) return [{ path, origin, value }];
    if (isObject(value)) return readSection(schema, value, [...parents, key], origin);
    return [{ path, origin, problem: `must be an object with ${Object.keys(schema.shape).join(', ')}` }];
  });
}

function unknownKey(parents: readonly string[], key: string, origin: string): ConfigurationMistake {
  const path = [...parents, /^\w{1,64}$/.test(key) ? key : shown(key)].join('.');
  const wanted = [...parents, key].join('.');
  if (settings.some((setting) => setting.path === wanted)) {
    const nested = wanted.split('.').reduceRight((inner, name) => `{"${name}": ${inner}}`, '…');
    return { path, origin, problem: `is not a setting; write it as ${nested}` };
  }
  const candidates = knownPaths.filter((known) => known !== parents.join('.'));
  return { path, origin, problem: `is not a setting${didYouMean(wanted, candidates)}` };
}

/** Sections and settings. */
const knownPaths: readonly string[] = [
  ...new Set(settings.flatMap(({ keys }) => keys.map((_, index) => keys.slice(0, index + 1).join('.')))),
];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';
