import { API_KEY_PATTERN } from '../../../../src/domain/accounts/api-key-pattern.ts';
import { PromptholdError } from '../errors.ts';
import { readVariable } from './environment.ts';

/** Gets the key from where the application stores it. Throws PromptholdError, whose message does not contain the key. */
export type KeySource = () => Promise<string>;

/** Throws if there is no key, or if it is malformed, as far as that is known without calling anything. */
export function toKeySource(key: unknown): KeySource {
  if (typeof key === 'function') return async () => checkKey(await callKeyFunction(key as () => unknown));
  const text = key ?? readVariable('PROMPTHOLD_KEY');
  if (text !== undefined) {
    const checked = checkKey(text);
    return async () => checked;
  }
  const file = readVariable('PROMPTHOLD_KEY_FILE');
  if (file === undefined) {
    throw new PromptholdError('configuration', 'There is no key: set key, PROMPTHOLD_KEY or PROMPTHOLD_KEY_FILE.');
  }
  return async () => checkKey(await readKeyFile(file));
}

async function callKeyFunction(key: () => unknown): Promise<unknown> {
  try {
    const text = await key();
    return typeof text === 'string' ? text.trim() : text;
  } catch {
    // The error of the application may contain the key.
    throw new PromptholdError('configuration', 'The function key failed.');
  }
}

async function readKeyFile(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new PromptholdError('configuration', `The key file ${file} cannot be read (${reason}).`);
  }
}

function checkKey(key: unknown): string {
  if (typeof key === 'string' && API_KEY_PATTERN.test(key)) return key;
  throw new PromptholdError('configuration', 'The key is malformed: it must be ph_ and 64 hexadecimal digits.');
}
