import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import { SqlAccountRepository } from '../../../outbound/sql/accounts/sql-account-repository.ts';
import { SqlKeyStorage } from '../../../outbound/sql/accounts/sql-key-storage.ts';
import { SqlKeyringRegister } from '../../../outbound/sql/accounts/sql-keyring-register.ts';
import { SqlSessionStore } from '../../../outbound/sql/accounts/sql-session-store.ts';
import { SqlSharedRecords } from '../../../outbound/sql/accounts/sql-shared-records.ts';
import { SqlPromptChanges } from '../../../outbound/sql/changes/sql-prompt-changes.ts';
import { SqlStorageMaintenance } from '../../../outbound/sql/maintenance/sql-storage-maintenance.ts';
import { SqlPromptCatalog } from '../../../outbound/sql/prompts/listing/sql-prompt-catalog.ts';
import { SqlPromptSearch } from '../../../outbound/sql/prompts/search/sql-prompt-search.ts';
import type { SearchCandidates } from '../../../outbound/sql/prompts/search/sql-search-candidates.ts';
import { SqlSearchIndexing } from '../../../outbound/sql/prompts/search/sql-search-indexing.ts';
import { SqlPendingLocks } from '../../../outbound/sql/prompts/sql-pending-locks.ts';
import { SqlPromptArchive } from '../../../outbound/sql/prompts/sql-prompt-archive.ts';
import { SqlPromptReader } from '../../../outbound/sql/prompts/sql-prompt-reader.ts';
import { SqlPromptWriter } from '../../../outbound/sql/prompts/sql-prompt-writer.ts';
import { SqlProtectedLabels } from '../../../outbound/sql/prompts/sql-protected-labels.ts';
import type { SqlDatabase } from '../../../outbound/sql/sql-database.ts';
import { SqlStorageReader } from '../../../outbound/sql/transfer/sql-storage-reader.ts';
import { SqlStorageWriter } from '../../../outbound/sql/transfer/sql-storage-writer.ts';
import { SqlUsageLog } from '../../../outbound/sql/usage/sql-usage-log.ts';
import { SqlWebhookDeliveries } from '../../../outbound/sql/webhooks/sql-webhook-deliveries.ts';
import { SqlWebhooks } from '../../../outbound/sql/webhooks/sql-webhooks.ts';
import type { StoragePorts } from './storage-ports.ts';

/** The ports of SQLite and Postgres, except for their administration, in which they differ. */
export const sqlPorts = (
  database: SqlDatabase,
  candidates: SearchCandidates,
  quotas: Quotas,
): Omit<StoragePorts, 'storageAdministration'> => ({
  accountRepository: new SqlAccountRepository(database),
  keyStorage: new SqlKeyStorage(database),
  keyringRegister: new SqlKeyringRegister(database),
  pendingLocks: new SqlPendingLocks(database),
  promptArchive: new SqlPromptArchive(database, quotas),
  promptCatalog: new SqlPromptCatalog(database),
  promptChanges: new SqlPromptChanges(database),
  promptReader: new SqlPromptReader(database),
  promptSearch: new SqlPromptSearch(database, candidates),
  promptWriter: new SqlPromptWriter(database, quotas),
  protectedLabels: new SqlProtectedLabels(database),
  searchIndexing: new SqlSearchIndexing(database),
  sessionStore: new SqlSessionStore(database),
  storageMaintenance: new SqlStorageMaintenance(database),
  storageReader: new SqlStorageReader(database),
  storageWriter: new SqlStorageWriter(database),
  responseRecords: SqlSharedRecords.ofResponses(database),
  throttleRecords: SqlSharedRecords.ofThrottle(database),
  usageLog: new SqlUsageLog(database),
  webhookDeliveries: new SqlWebhookDeliveries(database),
  webhooks: new SqlWebhooks(database),
});
