import { z } from 'zod';
import type { AccountApplication } from '../../../application/accounts/draft-account.ts';
import { invariant } from '../../../domain/invariant.ts';
import { unreadableCertificates } from './certificates.ts';
import { type Environment, FILE_VARIABLE, readEnvironment, variable, warnOfUnknownVariables } from './environment.ts';
import { ConfigurationError, type ConfigurationMistake, firstOfEach } from './errors.ts';
import { type ReadFile, readConfigurationFile, readTextFile } from './file.ts';
import { nameFrom, type Settings, settingsSchema } from './schema.ts';
import { settings } from './settings.ts';
import { isMistake, isValue, type SourceValue } from './source-values.ts';
import { parseStorageUrl, type StorageLocation } from './storage-url.ts';

type Sections = DeepReadonly<Settings>;

export interface Configuration extends Omit<Sections, 'storage' | 'accounts'> {
  readonly storage: Sections['storage'] & { readonly location: StorageLocation };
  readonly accounts: Omit<Sections['accounts'], 'init'> & {
    /** Created at start when there has never been an account. */
    readonly init: AccountApplication | undefined;
  };
}

export interface LoadedConfiguration {
  readonly configuration: Configuration;
  /** Origins of all settings: `default`, `file config/default.json`, `env PROMPTHOLD_HTTP_PORT` or `option --port`. */
  readonly origins: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

export interface ConfigurationSources {
  /** The file named on the command line; wins over PROMPTHOLD_CONFIG. */
  readonly file?: string | undefined;
  readonly environment: Environment;
  /** The options of the command line; they win over everything else. */
  readonly options?: readonly SourceValue[] | undefined;
  readonly readFile?: ReadFile;
}

/**
 * Reads everything there is to configure, once, before anything is built: defaults, then the file, then the environment,
 * then options of the command line.
 *
 * Throws ConfigurationError with every mistake. A wrong value counts even where another source overrides it: it would
 * strike on the day the other one goes.
 */
export function loadConfiguration(sources: ConfigurationSources): LoadedConfiguration {
  const { environment, options = [], readFile = readTextFile } = sources;
  const entries = [
    ...readConfigurationFile(sources.file ?? variable(environment, FILE_VARIABLE), readFile),
    ...readEnvironment(environment, readFile),
    ...options,
  ];
  const values = entries.filter(isValue);
  const effective = new Map(values.map((value) => [value.path, value]));

  const parsed = settingsSchema.safeParse(treeOf(effective));
  const mistakes = firstOfEach([
    ...entries.filter(isMistake),
    ...values.filter((value) => effective.get(value.path) !== value).flatMap(mistakesIn),
    ...(parsed.error?.issues ?? []).map((issue) => mistakeOf(issue, effective)),
    ...unreadableCertificates(effective.get('storage.url'), readFile),
  ]);
  if (!parsed.success || mistakes.length > 0) throw new ConfigurationError(mistakes);

  return {
    configuration: configurationOf(parsed.data),
    origins: new Map(settings.map(({ path }) => [path, effective.get(path)?.origin ?? 'default'])),
    warnings: warnOfUnknownVariables(environment),
  };
}

/** The values in the shape of the schema, every section present. Only names from the schema become keys. */
function treeOf(effective: ReadonlyMap<string, SourceValue>): unknown {
  const branch = (section: z.ZodObject, parents: readonly string[]): unknown =>
    Object.fromEntries(
      Object.entries(section.shape).map(([key, schema]) => {
        const keys = [...parents, key];
        return [key, schema instanceof z.ZodObject ? branch(schema, keys) : effective.get(keys.join('.'))?.value];
      }),
    );
  return branch(settingsSchema, []);
}

function mistakesIn({ path, origin, value }: SourceValue): ConfigurationMistake[] {
  const setting = settings.find((candidate) => candidate.path === path);
  invariant(setting !== undefined, 'only values of settings are read');
  const issues = z.safeParse(setting.schema, value).error?.issues ?? [];
  return issues.map((issue) => ({ path: path + positions(issue.path), origin, problem: issue.message }));
}

function mistakeOf(issue: z.core.$ZodIssue, effective: ReadonlyMap<string, SourceValue>): ConfigurationMistake {
  const setting = settings.find(({ keys }) => keys.every((key, index) => issue.path[index] === key));
  invariant(setting !== undefined, 'the schema finds fault with settings only');
  return {
    path: setting.path + positions(issue.path.slice(setting.keys.length)),
    origin: effective.get(setting.path)?.origin ?? 'default',
    problem: issue.message,
  };
}

/** The position in a list: `[1]`. */
const positions = (path: readonly PropertyKey[]): string => path.map((index) => `[${String(index)}]`).join('');

function configurationOf({ storage, accounts, ...rest }: Settings): Configuration {
  const location = parseStorageUrl(storage.url);
  invariant(location.kind !== 'invalid', 'the schema accepts only storage URLs that can be parsed');
  const { email, name, password } = accounts.init;
  const isGiven = email !== undefined && password !== undefined;
  const init = isGiven ? { email, name: name ?? nameFrom(email), password } : undefined;
  return { ...rest, storage: { ...storage, location }, accounts: { ...accounts, init } };
}

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
