import { ContainerModule } from 'inversify';
import { SqlAccountRepository } from '../../outbound/sql/sql-account-repository.ts';
import type { SqlDatabase } from '../../outbound/sql/sql-database.ts';
import { SqlKeyStorage } from '../../outbound/sql/sql-key-storage.ts';
import { SqlKeyringRegister } from '../../outbound/sql/sql-keyring-register.ts';
import { SqlPromptRepository } from '../../outbound/sql/sql-prompt-repository.ts';
import { SqlSessionStore } from '../../outbound/sql/sql-session-store.ts';
import { SqlStorageReader } from '../../outbound/sql/sql-storage-reader.ts';
import { SqlStorageUpkeep } from '../../outbound/sql/sql-storage-upkeep.ts';
import { SqlStorageWriter } from '../../outbound/sql/sql-storage-writer.ts';
import { SqlUsageLog } from '../../outbound/sql/sql-usage-log.ts';
import { RateLimitedSignIns } from '../../outbound/throttle/rate-limited-sign-ins.ts';
import { sqlCounters } from '../../outbound/throttle/sql-counters.ts';
import { token, tokens } from './tokens.ts';

/** Bound by the driver's module, SQLite's or Postgres'. */
export const sqlDatabase = token<SqlDatabase>('SqlDatabase');

/** The repositories, the same for both drivers. */
export const sqlModule = new ContainerModule(({ bind }) => {
  bind(tokens.accountRepository).toResolvedValue((database) => new SqlAccountRepository(database), [sqlDatabase]);
  bind(tokens.keyStorage).toResolvedValue((database) => new SqlKeyStorage(database), [sqlDatabase]);
  bind(tokens.sessionStore).toResolvedValue((database) => new SqlSessionStore(database), [sqlDatabase]);
  bind(tokens.keyringRegister).toResolvedValue((database) => new SqlKeyringRegister(database), [sqlDatabase]);
  bind(tokens.promptRepository).toResolvedValue((database) => new SqlPromptRepository(database), [sqlDatabase]);
  bind(tokens.storageReader).toResolvedValue((database) => new SqlStorageReader(database), [sqlDatabase]);
  bind(tokens.storageWriter).toResolvedValue((database) => new SqlStorageWriter(database), [sqlDatabase]);
  bind(tokens.storageUpkeep).toResolvedValue((database) => new SqlStorageUpkeep(database), [sqlDatabase]);
  bind(tokens.usageLog).toResolvedValue((database) => new SqlUsageLog(database), [sqlDatabase]);
  bind(tokens.signInThrottle).toResolvedValue(
    // The database has translated its failures already.
    (database) => new RateLimitedSignIns(sqlCounters(database), (error) => error),
    [sqlDatabase],
  );
});
