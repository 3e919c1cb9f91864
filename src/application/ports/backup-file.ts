import type { TransferRecord } from '../transfer/transfer-record.ts';
import type { RecordCounts } from '../transfer/transfer-sum.ts';
import type { StorageReader } from './storage-transfer.ts';

/** Everything that a storage held, in one file that any backend can be filled from. The keyring is not in it. */
export interface BackupFile extends StorageReader {
  exists(): Promise<boolean>;

  /**
   * The file is there when all of it is safe on the disk, and not before. Nobody but its owner can read it. Rejects with
   * BackupRefused where something else than a file is in its place, and when another backup was begun there meanwhile.
   */
  write(records: AsyncIterable<TransferRecord>, createdAt: Date): Promise<void>;

  /** Reads all of it. Rejects with DamagedBackup unless every byte is as it was written, and with BackupTooNew. */
  verify(): Promise<BackupSummary>;
}

export interface BackupSummary {
  /** Of the whole file: tells one backup from another. */
  readonly checksum: string;
  readonly counts: RecordCounts;
}

export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';

  constructor(reason: string) {
    super(`the file is damaged or no backup: ${reason}; nothing was restored`);
  }
}

export class BackupTooNew extends Error {
  override readonly name = 'BackupTooNew';

  constructor(found: number, known: number) {
    super(`the backup has format version ${found}, this program knows ${known}: restore it with a newer release`);
  }
}
