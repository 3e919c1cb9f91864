import type { RecordCounts, StorageReader, TransferRecord } from './storage-transfer.ts';

/** A file with everything that a storage held, from which any backend can be filled. Does not contain the keyring. */
export interface BackupFile extends StorageReader {
  exists(): Promise<boolean>;

  /** Whether `write` signs the file, so that it can be verified with the keyring. */
  readonly isSigned: boolean;

  /**
   * The file appears once all of it is safe on the disk, readable by its owner only. Rejects with BackupRefused if
   * something other than a file has its name, or if another backup to the same file began in the meantime.
   */
  write(records: AsyncIterable<TransferRecord>, createdAt: Date): Promise<void>;

  /**
   * Reads the whole file. Rejects with DamagedBackup unless every line is as it was written, and with BackupTooNew. Without a
   * doubt, only a holder of the keyring can have written it; whatever cannot be verified is a doubt.
   */
  verify(): Promise<BackupSummary>;
}

/**
 * `unsigned`: written by release 0.1.0 or without a keyring, or its signature was removed. `no-keyring`: there is no keyring here to verify it with.
 * `other-keyring`: it was written with another one. `wrong-hashes`: versions do not match their hashes.
 */
export type BackupDoubt =
  | { readonly kind: 'unsigned' | 'no-keyring' | 'other-keyring' }
  | { readonly kind: 'wrong-hashes'; readonly versions: readonly string[] };

export interface BackupSummary {
  /** Identifies this backup. */
  readonly checksum: string;
  readonly counts: RecordCounts;
  readonly doubts: readonly BackupDoubt[];
}

export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';

  constructor(reason: string) {
    super(`the file is damaged or not a backup: ${reason}; nothing was restored`);
  }
}

export class BackupTooNew extends Error {
  override readonly name = 'BackupTooNew';

  constructor(found: number, known: number) {
    super(`the backup has format version ${found}, this program knows ${known}: restore it with a newer release`);
  }
}
