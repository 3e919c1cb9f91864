import type { AccountRepository } from '../../../../application/ports/account-repository.ts';
import type { StorageDiagnosis } from '../../../../application/ports/diagnosis.ts';
import type { KeyStorage } from '../../../../application/ports/key-storage.ts';
import type { KeyringRegister } from '../../../../application/ports/keyring-register.ts';
import type { PromptArchive } from '../../../../application/ports/prompts/prompt-archive.ts';
import type {
  PromptCatalog,
  PromptSearch,
  SearchIndexing,
} from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { PromptChanges } from '../../../../application/ports/prompts/prompt-changes.ts';
import type { PromptReader } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { PromptWriter } from '../../../../application/ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../../../application/ports/prompts/protected-labels.ts';
import type { SessionStore } from '../../../../application/ports/session-store.ts';
import type { StorageAdministration } from '../../../../application/ports/storage/storage-administration.ts';
import type { StorageMaintenance } from '../../../../application/ports/storage/storage-maintenance.ts';
import type { StorageReader, StorageWriter } from '../../../../application/ports/storage/storage-transfer.ts';
import type { UsageLog } from '../../../../application/ports/usage-log.ts';
import type { WebhookDeliveries } from '../../../../application/ports/webhooks/webhook-deliveries.ts';
import type { Webhooks } from '../../../../application/ports/webhooks/webhooks.ts';
import type { ThrottleRecords } from '../../../outbound/throttle/throttle-records.ts';
import { token } from './token.ts';

/** Ports that a storage implements. */
export const storageTokens = {
  accountRepository: token<AccountRepository>('AccountRepository'),
  keyStorage: token<KeyStorage>('KeyStorage'),
  keyringRegister: token<KeyringRegister>('KeyringRegister'),
  promptArchive: token<PromptArchive>('PromptArchive'),
  promptCatalog: token<PromptCatalog>('PromptCatalog'),
  promptSearch: token<PromptSearch>('PromptSearch'),
  searchIndexing: token<SearchIndexing>('SearchIndexing'),
  promptChanges: token<PromptChanges>('PromptChanges'),
  promptReader: token<PromptReader>('PromptReader'),
  promptWriter: token<PromptWriter>('PromptWriter'),
  protectedLabels: token<ProtectedLabels>('ProtectedLabels'),
  sessionStore: token<SessionStore>('SessionStore'),
  throttleRecords: token<ThrottleRecords>('ThrottleRecords'),
  storageDiagnosis: token<StorageDiagnosis>('StorageDiagnosis'),
  storageAdministration: token<StorageAdministration>('StorageAdministration'),
  storageReader: token<StorageReader>('StorageReader'),
  storageWriter: token<StorageWriter>('StorageWriter'),
  storageMaintenance: token<StorageMaintenance>('StorageMaintenance'),
  usageLog: token<UsageLog>('UsageLog'),
  webhooks: token<Webhooks>('Webhooks'),
  webhookDeliveries: token<WebhookDeliveries>('WebhookDeliveries'),
};
