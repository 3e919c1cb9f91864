import { ApiKey } from '../../../domain/accounts/api-key.ts';
import type { ApiAccess, SourceAccess } from '../../inbound/cli/host/command-services.ts';
import { type Environment, variable } from '../configuration/environment.ts';
import { ConfigurationError, type ConfigurationMistake } from '../configuration/errors.ts';
import { type ReadFile, readTextFile, unreadable } from '../configuration/file.ts';
import { version } from '../version.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';

/**
 * Reads the URL of the service, and the key to it, for commands that are its clients.
 *
 * Only the environment is read: who pushes prompts need not have the configuration of the service. Throws
 * ConfigurationError with every mistake, none of which repeats the key.
 */
export function apiAccess(environment: Environment, readFile: ReadFile = readTextFile): ApiAccess {
  const mistakes: ConfigurationMistake[] = [];
  const report = (name: string, problem: string) => mistakes.push({ path: '', origin: `env ${name}`, problem });
  const url = readUrl(environment, report);
  const key = readKey(environment, readFile, report);
  if (!url || !key) throw new ConfigurationError(mistakes);
  return { url, key, clientName: `prompthold-cli/${version}`, fetch };
}

/** Reads the key again. Undefined if it is missing or malformed by now: the file may be in the middle of being replaced. */
export const reloadKey = (environment: Environment, readFile: ReadFile = readTextFile): ApiKey | undefined =>
  readKey(environment, readFile, () => {});

type Report = (name: string, problem: string) => void;

function readUrl(environment: Environment, report: Report): string | undefined {
  const parsed = parseServiceUrl(variable(environment, 'PROMPTHOLD_URL') ?? DEFAULT_URL);
  if (parsed.kind === 'url') return parsed.url;
  report('PROMPTHOLD_URL', parsed.problem);
  return undefined;
}

type ServiceUrlOutcome =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Removes a trailing slash. No problem repeats the text, which may carry credentials. */
export function parseServiceUrl(text: string): ServiceUrlOutcome {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url) return { kind: 'invalid', problem: 'must be a URL that begins with http:// or https://' };
  if (url.username !== '' || url.password !== '') return { kind: 'invalid', problem: 'must not carry credentials' };
  if (/[?#]/.test(text)) return { kind: 'invalid', problem: 'must not have a query or a fragment' };
  return { kind: 'url', url: url.href.replace(/\/+$/, '') };
}

function readKey(environment: Environment, readFile: ReadFile, report: Report): ApiKey | undefined {
  const text = variable(environment, 'PROMPTHOLD_KEY');
  const file = variable(environment, 'PROMPTHOLD_KEY_FILE');
  if (text !== undefined && file !== undefined) {
    report('PROMPTHOLD_KEY_FILE', 'must not be set together with PROMPTHOLD_KEY');
    return undefined;
  }
  if (file !== undefined) return readKeyFile(file, readFile, report);
  if (text === undefined)
    report('PROMPTHOLD_KEY', 'must be set to the key of an account, or PROMPTHOLD_KEY_FILE to a file');
  else return parseKey(text, 'PROMPTHOLD_KEY', report);
  return undefined;
}

function readKeyFile(file: string, readFile: ReadFile, report: Report): ApiKey | undefined {
  try {
    return parseKey(readFile(file).replace(/\r?\n$/, ''), 'PROMPTHOLD_KEY_FILE', report);
  } catch (error) {
    report('PROMPTHOLD_KEY_FILE', `names a file that ${unreadable(error)}`);
    return undefined;
  }
}

function parseKey(text: string, name: string, report: Report): ApiKey | undefined {
  const key = ApiKey.parse(text);
  if (!key) report(name, 'is not a key: a key is ph_ and 64 of 0-9 and a-f');
  return key;
}

const LANGFUSE_KEYS = ['LANGFUSE_PUBLIC_KEY', 'LANGFUSE_SECRET_KEY'] as const;

/** Throws ConfigurationError with every missing variable. The keys are held by a function, which prints as nothing. */
export function langfuseAccess(environment: Environment, url: string): SourceAccess {
  const [publicKey, secretKey] = LANGFUSE_KEYS.map((name) => variable(environment, name));
  if (publicKey === undefined || secretKey === undefined) {
    const missing = LANGFUSE_KEYS.filter((name) => variable(environment, name) === undefined);
    throw new ConfigurationError(missing.map(describeMissing));
  }
  const credentials = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
  return { url, authorization: () => `Basic ${credentials}`, fetch };
}

const describeMissing = (name: string): ConfigurationMistake => ({
  path: '',
  origin: `env ${name}`,
  problem: 'must be set to a key of the Langfuse project',
});
