import { SchemaTooNew } from '../../../application/ports/storage-administration.ts';
import type { Dialect, Migration } from './migration.ts';
import { migrations01 } from './migrations-0-1.ts';

/** Numbered by their position in the list, forward only: a released migration is never edited. */
const migrations: readonly Migration[] = [...migrations01];

export const schemaVersion = migrations.length;

interface NumberedMigration {
  /** The schema version after this migration. */
  readonly version: number;
  readonly statements: readonly string[];
}

/** The migrations that a storage of the version found still lacks. */
export function missingMigrations(found: number, dialect: Dialect): NumberedMigration[] {
  if (found > schemaVersion) throw new SchemaTooNew(found, schemaVersion);
  return migrations.slice(found).map((definitions, index) => ({
    version: found + index + 1,
    statements: definitions.map((definition) => (typeof definition === 'string' ? definition : definition[dialect])),
  }));
}

export const CREATE_VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_version
  (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), version INTEGER NOT NULL)`;

/** The version is our own number, so it is safe to interpolate. */
export const setVersion = (version: number): string =>
  `INSERT INTO schema_version (only_row, version) VALUES (1, ${version})
   ON CONFLICT (only_row) DO UPDATE SET version = excluded.version`;
