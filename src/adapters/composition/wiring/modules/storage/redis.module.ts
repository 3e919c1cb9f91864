import { ContainerModule } from 'inversify';
import { RedisAccountRepository } from '../../../../outbound/redis/accounts/redis-account-repository.ts';
import { RedisKeyStorage } from '../../../../outbound/redis/accounts/redis-key-storage.ts';
import { RedisKeyringRegister } from '../../../../outbound/redis/accounts/redis-keyring-register.ts';
import { RedisSessionStore } from '../../../../outbound/redis/accounts/redis-session-store.ts';
import { RedisThrottleRecords } from '../../../../outbound/redis/accounts/redis-throttle-records.ts';
import { RedisPromptChanges } from '../../../../outbound/redis/changes/redis-prompt-changes.ts';
import { RedisStore, type RedisStoreOptions } from '../../../../outbound/redis/connection/redis-store.ts';
import { RedisAdministration } from '../../../../outbound/redis/maintenance/redis-administration.ts';
import { RedisDiagnosis } from '../../../../outbound/redis/maintenance/redis-diagnosis.ts';
import { RedisStorageMaintenance } from '../../../../outbound/redis/maintenance/redis-storage-maintenance.ts';
import { RedisPromptArchive } from '../../../../outbound/redis/prompts/redis-prompt-archive.ts';
import { RedisPromptCatalog } from '../../../../outbound/redis/prompts/redis-prompt-catalog.ts';
import { RedisPromptReader } from '../../../../outbound/redis/prompts/redis-prompt-reader.ts';
import { RedisPromptSearch } from '../../../../outbound/redis/prompts/redis-prompt-search.ts';
import { RedisPromptWriter } from '../../../../outbound/redis/prompts/redis-prompt-writer.ts';
import { RedisProtectedLabels } from '../../../../outbound/redis/prompts/redis-protected-labels.ts';
import { RedisStorageReader } from '../../../../outbound/redis/transfer/redis-storage-reader.ts';
import { RedisStorageWriter } from '../../../../outbound/redis/transfer/redis-storage-writer.ts';
import { RedisUsageLog } from '../../../../outbound/redis/usage/redis-usage-log.ts';
import { RedisWebhookDeliveries } from '../../../../outbound/redis/webhooks/redis-webhook-deliveries.ts';
import { RedisWebhooks } from '../../../../outbound/redis/webhooks/redis-webhooks.ts';
import { token } from '../../tokens/token.ts';
import { tokens } from '../../tokens/tokens.ts';

const redisStore = token<RedisStore>('RedisStore');
const redisPromptSearch = token<RedisPromptSearch>('RedisPromptSearch');

export const redisModule = (options: RedisStoreOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(redisStore)
      .toResolvedValue(() => new RedisStore(options))
      .onDeactivation((store) => store.close());
    bind(tokens.storageAdministration).toResolvedValue((store) => new RedisAdministration(store), [redisStore]);
    bind(tokens.storageDiagnosis).toResolvedValue(() => new RedisDiagnosis(options));
    bind(tokens.accountRepository).toResolvedValue((store) => new RedisAccountRepository(store), [redisStore]);
    bind(tokens.keyStorage).toResolvedValue((store) => new RedisKeyStorage(store), [redisStore]);
    bind(tokens.sessionStore).toResolvedValue((store) => new RedisSessionStore(store), [redisStore]);
    bind(tokens.keyringRegister).toResolvedValue((store) => new RedisKeyringRegister(store), [redisStore]);
    bind(tokens.promptArchive).toResolvedValue(
      (...parts) => new RedisPromptArchive(...parts),
      [redisStore, tokens.quotas],
    );
    bind(tokens.promptChanges).toResolvedValue((store) => new RedisPromptChanges(store), [redisStore]);
    bind(tokens.promptCatalog).toResolvedValue(
      (...parts) => new RedisPromptCatalog(...parts),
      [redisStore, tokens.promptReader],
    );
    bind(redisPromptSearch).toResolvedValue(
      (store, reader) => new RedisPromptSearch(store, reader),
      [redisStore, tokens.promptReader],
    );
    bind(tokens.promptSearch).toResolvedValue((search) => search, [redisPromptSearch]);
    bind(tokens.searchIndexing).toResolvedValue((search) => search, [redisPromptSearch]);
    bind(tokens.promptReader).toResolvedValue((store) => new RedisPromptReader(store), [redisStore]);
    bind(tokens.promptWriter).toResolvedValue(
      (...parts) => new RedisPromptWriter(...parts),
      [redisStore, tokens.quotas],
    );
    bind(tokens.protectedLabels).toResolvedValue((store) => new RedisProtectedLabels(store), [redisStore]);
    bind(tokens.storageReader).toResolvedValue((store) => new RedisStorageReader(store), [redisStore]);
    bind(tokens.storageWriter).toResolvedValue((store) => new RedisStorageWriter(store), [redisStore]);
    bind(tokens.storageMaintenance).toResolvedValue((store) => new RedisStorageMaintenance(store), [redisStore]);
    bind(tokens.usageLog).toResolvedValue((store) => new RedisUsageLog(store), [redisStore]);
    bind(tokens.webhooks).toResolvedValue((store) => new RedisWebhooks(store), [redisStore]);
    bind(tokens.webhookDeliveries).toResolvedValue((store) => new RedisWebhookDeliveries(store), [redisStore]);
    bind(tokens.throttleRecords).toResolvedValue((store) => new RedisThrottleRecords(store), [redisStore]);
  });
