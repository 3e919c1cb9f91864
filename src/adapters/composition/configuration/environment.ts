import { type ReadFile, unreadable } from './file.ts';
import { type Setting, type SettingKind, settings, VARIABLE_PREFIX } from './settings.ts';
import type { SourceEntry } from './source-values.ts';
import { didYouMean } from './suggestion.ts';

/** The variables of the process; passed in, so that only `main.ts` touches the real ones. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Names the configuration file. */
export const FILE_VARIABLE = 'PROMPTHOLD_CONFIG';

/** Known, though no settings of the service: the file's name, and what commands and clients that call it use. */
const otherVariables = [
  FILE_VARIABLE,
  'PROMPTHOLD_URL',
  'PROMPTHOLD_KEY',
  'PROMPTHOLD_KEY_FILE',
  'PROMPTHOLD_SNAPSHOT',
];

/** Orchestrators pass empty texts for what was left blank, so empty counts as not set, everywhere. */
export function variable(environment: Environment, name: string): string | undefined {
  return environment[name] === '' ? undefined : environment[name];
}

export const readEnvironment = (environment: Environment, readFile: ReadFile): readonly SourceEntry[] =>
  settings.flatMap((setting) => [
    ...readVariable(setting, environment),
    ...readSecretFile(setting, environment, readFile),
  ]);

function readVariable({ path, environmentName, kind }: Setting, environment: Environment): readonly SourceEntry[] {
  const text = variable(environment, environmentName);
  return text === undefined ? [] : [{ path, origin: `env ${environmentName}`, value: decodeText(kind, text) }];
}

function readSecretFile(setting: Setting, environment: Environment, readFile: ReadFile): readonly SourceEntry[] {
  const { path, environmentName, fileVariable } = setting;
  const file = fileVariable && variable(environment, fileVariable);
  if (!file) return [];
  const origin = `env ${fileVariable}`;
  if (variable(environment, environmentName) !== undefined) {
    return [{ path, origin, problem: `must not be set together with ${environmentName}` }];
  }
  try {
    return [{ path, origin, value: readFile(file).replace(/\r?\n$/, '') }];
  } catch (error) {
    const unread = { path, origin, problem: `names a file that ${unreadable(error)}` };
    // A value was meant to be there: with null in its place, no other setting is said to miss it.
    return [unread, { path, origin, value: null }];
  }
}

/** Reports unknown variables only as warnings: orchestrators invent some, such as PROMPTHOLD_SERVICE_HOST. */
export function warnOfUnknownVariables(environment: Environment): string[] {
  const known = settings.flatMap(({ environmentName, fileVariable }) =>
    fileVariable ? [environmentName, fileVariable] : [environmentName],
  );
  const names = [...known, ...otherVariables].map((name) => name.slice(VARIABLE_PREFIX.length));
  return Object.keys(environment)
    .filter((name) => name.startsWith(VARIABLE_PREFIX) && variable(environment, name) !== undefined)
    .map((name) => name.slice(VARIABLE_PREFIX.length))
    .filter((name) => !names.includes(name))
    .sort()
    .map((name) => `${VARIABLE_PREFIX}${name} is not a setting and is ignored${suggestion(name, names)}`);
}

// The names lack the prefix that all of them share, which would make any two look near.
const suggestion = (name: string, names: readonly string[]): string =>
  didYouMean(name, names).replace('mean ', `mean ${VARIABLE_PREFIX}`);

/** A value that is not of the setting's kind stays a text, and the schema says what it should have been. */
export const decodeText = (kind: SettingKind, text: string): unknown => decoders[kind](text);

const decoders: Readonly<Record<SettingKind, (text: string) => unknown>> = {
  text: (text) => text,
  number: (text) => (/^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text),
  boolean: (text) => (/^(true|1)$/.test(text) ? true : /^(false|0)$/.test(text) ? false : text),
  list: (text) => text.split(',').map((item) => item.trim()),
};
