import { type Finding, failure, ok, warning } from '../ports/diagnosis.ts';

const CHECK = 'schema';

/** Reports an old schema, but does not migrate it. */
export function schemaFinding({ found, known }: { readonly found: number; readonly known: number }): Finding {
  if (found === known) return ok(CHECK, `the schema is up to date (version ${known})`);
  if (found > known) {
    const message = `the schema has version ${found}, but this program only knows up to ${known}`;
    return failure(CHECK, message, 'upgrade this program to the newest release that runs on this storage');
  }
  const message = found === 0 ? 'the storage is empty' : `the schema has version ${found} of ${known}`;
  return warning(CHECK, message, 'run "prompthold storage migrate", or start the service, which does the same');
}
