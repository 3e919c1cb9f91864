import { ContainerModule } from 'inversify';
import { SqlAccountRepository } from '../../../../outbound/sql/accounts/sql-account-repository.ts';
import { SqlKeyStorage } from '../../../../outbound/sql/accounts/sql-key-storage.ts';
import { SqlKeyringRegister } from '../../../../outbound/sql/accounts/sql-keyring-register.ts';
import { SqlSessionStore } from '../../../../outbound/sql/accounts/sql-session-store.ts';
import { SqlThrottleRecords } from '../../../../outbound/sql/accounts/sql-throttle-records.ts';
import { SqlPromptChanges } from '../../../../outbound/sql/changes/sql-prompt-changes.ts';
import { SqlStorageMaintenance } from '../../../../outbound/sql/maintenance/sql-storage-maintenance.ts';
import { SqlPromptCatalog } from '../../../../outbound/sql/prompts/listing/sql-prompt-catalog.ts';
import { SqlPromptSearch } from '../../../../outbound/sql/prompts/search/sql-prompt-search.ts';
import type { SearchCandidates } from '../../../../outbound/sql/prompts/search/sql-search-candidates.ts';
import { SqlSearchIndexing } from '../../../../outbound/sql/prompts/search/sql-search-indexing.ts';
import { SqlPromptArchive } from '../../../../outbound/sql/prompts/sql-prompt-archive.ts';
import { SqlPromptReader } from '../../../../outbound/sql/prompts/sql-prompt-reader.ts';
import { SqlPromptWriter } from '../../../../outbound/sql/prompts/sql-prompt-writer.ts';
import { SqlProtectedLabels } from '../../../../outbound/sql/prompts/sql-protected-labels.ts';
import type { SqlDatabase } from '../../../../outbound/sql/sql-database.ts';
import { SqlStorageReader } from '../../../../outbound/sql/transfer/sql-storage-reader.ts';
import { SqlStorageWriter } from '../../../../outbound/sql/transfer/sql-storage-writer.ts';
import { SqlUsageLog } from '../../../../outbound/sql/usage/sql-usage-log.ts';
import { SqlWebhookDeliveries } from '../../../../outbound/sql/webhooks/sql-webhook-deliveries.ts';
import { SqlWebhooks } from '../../../../outbound/sql/webhooks/sql-webhooks.ts';
import { token } from '../../tokens/token.ts';
import { tokens } from '../../tokens/tokens.ts';

/** Bound by the driver's module, SQLite's or Postgres'. */
export const sqlDatabase = token<SqlDatabase>('SqlDatabase');
export const searchCandidates = token<SearchCandidates>('SearchCandidates');

/** The repositories, the same for both drivers. */
export const sqlModule = new ContainerModule(({ bind }) => {
  bind(tokens.accountRepository).toResolvedValue((database) => new SqlAccountRepository(database), [sqlDatabase]);
  bind(tokens.keyStorage).toResolvedValue((database) => new SqlKeyStorage(database), [sqlDatabase]);
  bind(tokens.sessionStore).toResolvedValue((database) => new SqlSessionStore(database), [sqlDatabase]);
  bind(tokens.keyringRegister).toResolvedValue((database) => new SqlKeyringRegister(database), [sqlDatabase]);
  bind(tokens.promptArchive).toResolvedValue(
    (...parts) => new SqlPromptArchive(...parts),
    [sqlDatabase, tokens.quotas],
  );
  bind(tokens.promptCatalog).toResolvedValue((database) => new SqlPromptCatalog(database), [sqlDatabase]);
  bind(tokens.promptSearch).toResolvedValue(
    (database, candidates) => new SqlPromptSearch(database, candidates),
    [sqlDatabase, searchCandidates],
  );
  bind(tokens.searchIndexing).toResolvedValue((database) => new SqlSearchIndexing(database), [sqlDatabase]);
  bind(tokens.promptChanges).toResolvedValue((database) => new SqlPromptChanges(database), [sqlDatabase]);
  bind(tokens.promptReader).toResolvedValue((database) => new SqlPromptReader(database), [sqlDatabase]);
  bind(tokens.promptWriter).toResolvedValue((...parts) => new SqlPromptWriter(...parts), [sqlDatabase, tokens.quotas]);
  bind(tokens.storageReader).toResolvedValue((database) => new SqlStorageReader(database), [sqlDatabase]);
  bind(tokens.protectedLabels).toResolvedValue((database) => new SqlProtectedLabels(database), [sqlDatabase]);
  bind(tokens.storageWriter).toResolvedValue((database) => new SqlStorageWriter(database), [sqlDatabase]);
  bind(tokens.storageMaintenance).toResolvedValue((database) => new SqlStorageMaintenance(database), [sqlDatabase]);
  bind(tokens.usageLog).toResolvedValue((database) => new SqlUsageLog(database), [sqlDatabase]);
  bind(tokens.webhooks).toResolvedValue((database) => new SqlWebhooks(database), [sqlDatabase]);
  bind(tokens.webhookDeliveries).toResolvedValue((database) => new SqlWebhookDeliveries(database), [sqlDatabase]);
  bind(tokens.throttleRecords).toResolvedValue((database) => new SqlThrottleRecords(database), [sqlDatabase]);
});
