import type { Quotas } from '../../../../domain/prompts/quotas.ts';
import { RedisAccountRepository } from '../../../outbound/redis/accounts/redis-account-repository.ts';
import { RedisKeyStorage } from '../../../outbound/redis/accounts/redis-key-storage.ts';
import { RedisKeyringRegister } from '../../../outbound/redis/accounts/redis-keyring-register.ts';
import { RedisSessionStore } from '../../../outbound/redis/accounts/redis-session-store.ts';
import { RedisSharedRecords } from '../../../outbound/redis/accounts/redis-shared-records.ts';
import { RedisPromptChanges } from '../../../outbound/redis/changes/redis-prompt-changes.ts';
import { RedisStore, type RedisStoreOptions } from '../../../outbound/redis/connection/redis-store.ts';
import { RedisAdministration } from '../../../outbound/redis/maintenance/redis-administration.ts';
import { RedisDiagnosis } from '../../../outbound/redis/maintenance/redis-diagnosis.ts';
import { RedisStorageMaintenance } from '../../../outbound/redis/maintenance/redis-storage-maintenance.ts';
import { RedisPendingLocks } from '../../../outbound/redis/prompts/redis-pending-locks.ts';
import { RedisPromptArchive } from '../../../outbound/redis/prompts/redis-prompt-archive.ts';
import { RedisPromptCatalog } from '../../../outbound/redis/prompts/redis-prompt-catalog.ts';
import { RedisPromptReader } from '../../../outbound/redis/prompts/redis-prompt-reader.ts';
import { RedisPromptSearch } from '../../../outbound/redis/prompts/redis-prompt-search.ts';
import { RedisPromptWriter } from '../../../outbound/redis/prompts/redis-prompt-writer.ts';
import { RedisProtectedLabels } from '../../../outbound/redis/prompts/redis-protected-labels.ts';
import { RedisStorageReader } from '../../../outbound/redis/transfer/redis-storage-reader.ts';
import { RedisStorageWriter } from '../../../outbound/redis/transfer/redis-storage-writer.ts';
import { RedisUsageLog } from '../../../outbound/redis/usage/redis-usage-log.ts';
import { RedisWebhookDeliveries } from '../../../outbound/redis/webhooks/redis-webhook-deliveries.ts';
import { RedisWebhooks } from '../../../outbound/redis/webhooks/redis-webhooks.ts';
import type { OpenStorage, StorageBackend } from './storage-ports.ts';

/** One server, Sentinel or Cluster: the location is among the options. */
export const redisStorage = (options: RedisStoreOptions, quotas: Quotas): StorageBackend => ({
  open: () => openRedis(new RedisStore(options), quotas),
  diagnosis: () => new RedisDiagnosis(options),
});

function openRedis(store: RedisStore, quotas: Quotas): OpenStorage {
  const promptReader = new RedisPromptReader(store);
  const promptSearch = new RedisPromptSearch(store, promptReader);
  return {
    accountRepository: new RedisAccountRepository(store),
    keyStorage: new RedisKeyStorage(store),
    keyringRegister: new RedisKeyringRegister(store),
    pendingLocks: new RedisPendingLocks(store),
    promptArchive: new RedisPromptArchive(store, quotas),
    promptCatalog: new RedisPromptCatalog(store, promptReader),
    promptChanges: new RedisPromptChanges(store),
    promptReader,
    promptSearch,
    promptWriter: new RedisPromptWriter(store, quotas),
    protectedLabels: new RedisProtectedLabels(store),
    searchIndexing: promptSearch,
    sessionStore: new RedisSessionStore(store),
    storageAdministration: new RedisAdministration(store),
    storageMaintenance: new RedisStorageMaintenance(store),
    storageReader: new RedisStorageReader(store),
    storageWriter: new RedisStorageWriter(store),
    responseRecords: RedisSharedRecords.ofResponses(store),
    throttleRecords: RedisSharedRecords.ofThrottle(store),
    usageLog: new RedisUsageLog(store),
    webhookDeliveries: new RedisWebhookDeliveries(store),
    webhooks: new RedisWebhooks(store),
    close: () => store.close(),
  };
}
