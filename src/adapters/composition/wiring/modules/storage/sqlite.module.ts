import { ContainerModule } from 'inversify';
import { SignatureCandidates } from '../../../../outbound/sql/prompts/search/sql-search-candidates.ts';
import { SqliteDatabase } from '../../../../outbound/sql/sqlite/sqlite-database.ts';
import { SqliteDiagnosis } from '../../../../outbound/sql/sqlite/sqlite-diagnosis.ts';
import { token } from '../../tokens/token.ts';
import { tokens } from '../../tokens/tokens.ts';
import { searchCandidates, sqlDatabase } from './sql.module.ts';

const sqliteDatabase = token<SqliteDatabase>('SqliteDatabase');

export const sqliteModule = (file: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(sqliteDatabase)
      .toResolvedValue(() => SqliteDatabase.open(file))
      .onDeactivation((database) => database.close());
    bind(searchCandidates).toResolvedValue((database) => new SignatureCandidates(database), [sqliteDatabase]);
    bind(sqlDatabase).toResolvedValue((database) => database, [sqliteDatabase]);
    bind(tokens.storageAdministration).toResolvedValue((database) => database, [sqliteDatabase]);
    bind(tokens.storageDiagnosis).toResolvedValue(() => new SqliteDiagnosis(file));
  });
