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
import type { PendingLocks, ProtectedLabels } from '../../../../application/ports/prompts/protected-labels.ts';
import type { SessionStore } from '../../../../application/ports/session-store.ts';
import type { StorageAdministration } from '../../../../application/ports/storage/storage-administration.ts';
import type { StorageMaintenance } from '../../../../application/ports/storage/storage-maintenance.ts';
import type { StorageReader, StorageWriter } from '../../../../application/ports/storage/storage-transfer.ts';
import type { UsageLog } from '../../../../application/ports/usage-log.ts';
import type { WebhookDeliveries } from '../../../../application/ports/webhooks/webhook-deliveries.ts';
import type { Webhooks } from '../../../../application/ports/webhooks/webhooks.ts';
import type { SharedRecords } from '../../../outbound/records/shared-records.ts';

/** The ports that every storage implements. */
export interface StoragePorts {
  readonly accountRepository: AccountRepository;
  readonly keyStorage: KeyStorage;
  readonly keyringRegister: KeyringRegister;
  readonly pendingLocks: PendingLocks;
  readonly promptArchive: PromptArchive;
  readonly promptCatalog: PromptCatalog;
  readonly promptChanges: PromptChanges;
  readonly promptReader: PromptReader;
  readonly promptSearch: PromptSearch;
  readonly promptWriter: PromptWriter;
  readonly protectedLabels: ProtectedLabels;
  readonly searchIndexing: SearchIndexing;
  readonly sessionStore: SessionStore;
  readonly storageAdministration: StorageAdministration;
  readonly storageMaintenance: StorageMaintenance;
  readonly storageReader: StorageReader;
  readonly storageWriter: StorageWriter;
  readonly responseRecords: SharedRecords;
  readonly throttleRecords: SharedRecords;
  readonly usageLog: UsageLog;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhooks: Webhooks;
}

/** A storage that is in use until it is closed. */
export interface OpenStorage extends StoragePorts {
  close(): void | Promise<void>;
}

/** A storage with its driver and its settings. */
export interface StorageBackend {
  open(): OpenStorage;
  /** Examines the storage without opening it. */
  diagnosis(): StorageDiagnosis;
}
