import {
  type ConfigurationSources,
  loadConfiguration,
} from '../../../src/adapters/composition/configuration/configuration.ts';
import { ConfigurationError } from '../../../src/adapters/composition/configuration/errors.ts';

/** Reads from the given files; any other file does not exist. */
export const readFrom =
  (files: Readonly<Record<string, string>>) =>
  (path: string): string => {
    const content = files[path];
    if (content === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' });
    return content;
  };

/** Why a configuration cannot be loaded; undefined if it can. */
export function configurationError(sources: ConfigurationSources): ConfigurationError | undefined {
  try {
    loadConfiguration(sources);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  return undefined;
}
