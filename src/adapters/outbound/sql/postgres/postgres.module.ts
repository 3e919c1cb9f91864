import { ContainerModule } from 'inversify';
import { token, tokens } from '../../../composition/tokens.ts';
import { sqlDatabase } from '../sql.module.ts';
import { PostgresDatabase, type PostgresOptions } from './postgres-database.ts';
import { PostgresDiagnosis } from './postgres-diagnosis.ts';

const postgresDatabase = token<PostgresDatabase>('PostgresDatabase');

export const postgresModule = (options: PostgresOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(postgresDatabase)
      .toResolvedValue(() => new PostgresDatabase(options))
      .onDeactivation((database) => database.close());
    bind(sqlDatabase).toResolvedValue((database) => database, [postgresDatabase]);
    bind(tokens.storageAdministration).toResolvedValue((database) => database, [postgresDatabase]);
    bind(tokens.storageDiagnosis).toResolvedValue(() => new PostgresDiagnosis(options.url));
  });
