import { ContainerModule } from 'inversify';
import { token, tokens } from '../../../composition/tokens.ts';
import { sqlDatabase } from '../sql.module.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { SqliteDiagnosis } from './sqlite-diagnosis.ts';

const sqliteDatabase = token<SqliteDatabase>('SqliteDatabase');

export const sqliteModule = (file: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(sqliteDatabase)
      .toResolvedValue(() => SqliteDatabase.open(file))
      .onDeactivation((database) => database.close());
    bind(sqlDatabase).toResolvedValue((database) => database, [sqliteDatabase]);
    bind(tokens.storageAdministration).toResolvedValue((database) => database, [sqliteDatabase]);
    bind(tokens.storageDiagnosis).toResolvedValue(() => new SqliteDiagnosis(file));
  });
