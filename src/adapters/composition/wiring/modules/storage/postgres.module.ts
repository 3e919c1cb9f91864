import { ContainerModule } from 'inversify';
import type { PostgresOptions } from '../../../../outbound/sql/postgres/postgres-connection.ts';
import { PostgresDatabase } from '../../../../outbound/sql/postgres/postgres-database.ts';
import { PostgresDiagnosis } from '../../../../outbound/sql/postgres/postgres-diagnosis.ts';
import { TrigramCandidates } from '../../../../outbound/sql/prompts/search/sql-search-candidates.ts';
import { token } from '../../tokens/token.ts';
import { tokens } from '../../tokens/tokens.ts';
import { searchCandidates, sqlDatabase } from './sql.module.ts';

const postgresDatabase = token<PostgresDatabase>('PostgresDatabase');

export const postgresModule = (options: PostgresOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(postgresDatabase)
      .toResolvedValue(() => new PostgresDatabase(options))
      .onDeactivation((database) => database.close());
    bind(searchCandidates).toResolvedValue((database) => new TrigramCandidates(database), [postgresDatabase]);
    bind(sqlDatabase).toResolvedValue((database) => database, [postgresDatabase]);
    bind(tokens.storageAdministration).toResolvedValue((database) => database, [postgresDatabase]);
    bind(tokens.storageDiagnosis).toResolvedValue(() => new PostgresDiagnosis(options));
  });
