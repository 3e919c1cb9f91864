import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import { SignatureCandidates } from '../../../outbound/sql/prompts/search/sql-search-candidates.ts';
import { SqliteDatabase } from '../../../outbound/sql/sqlite/sqlite-database.ts';
import { SqliteDiagnosis } from '../../../outbound/sql/sqlite/sqlite-diagnosis.ts';
import { sqlPorts } from './sql-ports.ts';
import type { StorageBackend } from './storage-ports.ts';

export const sqliteStorage = (file: string, quotas: Quotas): StorageBackend => ({
  open() {
    const database = SqliteDatabase.open(file);
    return {
      ...sqlPorts(database, new SignatureCandidates(database), quotas),
      storageAdministration: database,
      close: () => database.close(),
    };
  },
  diagnosis: () => new SqliteDiagnosis(file),
});
