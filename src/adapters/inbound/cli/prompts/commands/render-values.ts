import { readFile } from 'node:fs/promises';
import { isBoundedJson, isObject, type JsonObject, type JsonValue } from '../../../../../domain/text/json.ts';
import { parseExactJson } from '../../../../../domain/text/parse-json.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { WrongUsage } from '../../terminal/wrong-usage.ts';

/** Limit of the service. */
const VALUES_BYTES_MAX = 1024 * 1024;

export interface ValueOptions {
  readonly var?: readonly string[];
  readonly varJson?: readonly string[];
  readonly values?: string;
  readonly placeholders?: string;
}

export interface Values {
  readonly variables: JsonObject;
  readonly placeholders: JsonObject | undefined;
}

/** Reads the values of a rendering from options, files and standard input. No message repeats a value. */
export async function readValues(terminal: Terminal, options: ValueOptions): Promise<Values> {
  const { values, placeholders } = options;
  if (values === '-' && placeholders === '-') {
    throw new WrongUsage('--values and --placeholders cannot both read standard input');
  }
  const given = readGiven(options);
  const fromFile = values === undefined ? {} : await readObject(terminal, '--values', values);
  return {
    variables: Object.fromEntries([...Object.entries(fromFile), ...given]),
    placeholders: placeholders === undefined ? undefined : await readObject(terminal, '--placeholders', placeholders),
  };
}

function readGiven({ var: texts = [], varJson = [] }: ValueOptions): ReadonlyMap<string, JsonValue> {
  const given = new Map<string, JsonValue>();
  const add = (option: string, pair: string, parse: (text: string, what: string) => JsonValue): void => {
    const at = pair.indexOf('=');
    if (at < 1) throw new WrongUsage(`${option} must be written as name=value`);
    const name = pair.slice(0, at);
    if (given.has(name)) throw new WrongUsage(`The variable ${name} is given twice`);
    given.set(name, parse(pair.slice(at + 1), `${option} ${name}`));
  };
  for (const pair of texts) add('--var', pair, (text) => text);
  for (const pair of varJson) add('--var-json', pair, readJson);
  return given;
}

async function readObject(terminal: Terminal, option: string, file: string): Promise<JsonObject> {
  const what = `${option} ${file}`;
  const text = file === '-' ? await terminal.readInput(VALUES_BYTES_MAX) : await readText(file, what);
  const value = readJson(text, what);
  if (!isObject(value)) throw new WrongUsage(`${what}: must be a JSON object`);
  return value;
}

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new WrongUsage(`${what}: cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`);
  }
}

function readJson(text: string, what: string): JsonValue {
  try {
    const value = parseExactJson(text.replace(/^\uFEFF/, ''));
    if (isBoundedJson(value)) return value;
  } catch {
    throw new WrongUsage(`${what}: is not valid JSON`);
  }
  throw new WrongUsage(`${what}: is nested too deeply, or has a number that is too large`);
}
