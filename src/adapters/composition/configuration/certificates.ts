import type { ConfigurationMistake } from './errors.ts';
import { type ReadFile, unreadable } from './file.ts';
import type { SourceValue } from './source-values.ts';
import { parseStorageUrl } from './storage-url.ts';

const PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** The Postgres driver reads the files that its URL names when it connects, and says only that one is missing. */
export function unreadableCertificates(
  storageUrl: SourceValue | undefined,
  readFile: ReadFile,
): readonly ConfigurationMistake[] {
  if (typeof storageUrl?.value !== 'string') return [];
  const { path, origin, value } = storageUrl;
  const location = parseStorageUrl(value);
  if (location.kind !== 'postgres') return [];
  const query = new URLSearchParams(location.url.split('?')[1]);
  return PARAMETERS.flatMap((name) => {
    const file = query.get(name);
    if (!file) return [];
    try {
      readFile(file);
      return [];
    } catch (error) {
      return [{ path, origin, problem: `names in ${name} a file that ${unreadable(error)}` }];
    }
  });
}
