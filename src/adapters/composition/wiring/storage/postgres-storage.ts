import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import type { PostgresOptions } from '../../../outbound/sql/postgres/postgres-connection.ts';
import { PostgresDatabase } from '../../../outbound/sql/postgres/postgres-database.ts';
import { PostgresDiagnosis } from '../../../outbound/sql/postgres/postgres-diagnosis.ts';
import { TrigramCandidates } from '../../../outbound/sql/prompts/search/sql-search-candidates.ts';
import { sqlPorts } from './sql-ports.ts';
import type { StorageBackend } from './storage-ports.ts';

export const postgresStorage = (options: PostgresOptions, quotas: Quotas): StorageBackend => ({
  open() {
    const database = new PostgresDatabase(options);
    return {
      ...sqlPorts(database, new TrigramCandidates(database), quotas),
      storageAdministration: database,
      close: () => database.close(),
    };
  },
  diagnosis: () => new PostgresDiagnosis(options),
});
