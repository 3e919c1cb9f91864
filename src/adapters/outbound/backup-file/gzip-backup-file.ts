import { lstat } from 'node:fs/promises';
import { type BackupFile, type BackupSummary, DamagedBackup } from '../../../application/ports/backup-file.ts';
import type { RecordCounts, TransferRecord, TransferSize } from '../../../application/ports/storage-transfer.ts';
import type { BackupMaker } from './backup-format.ts';
import { computeChecksum, openBackup } from './open-backup.ts';
import { countRecords, readRecords } from './read-records.ts';
import { writeBackup } from './write-backup.ts';

export class GzipBackupFile implements BackupFile {
  private counts: RecordCounts | undefined;

  constructor(
    private readonly path: string,
    private readonly maker: BackupMaker,
  ) {}

  async exists(): Promise<boolean> {
    try {
      // Opening a pipe would block forever.
      await lstat(this.path);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    }
  }

  write(records: AsyncIterable<TransferRecord>, createdAt: Date): Promise<void> {
    return writeBackup(this.path, records, createdAt, this.maker);
  }

  async verify(): Promise<BackupSummary> {
    const layout = await openBackup(this.path);
    // Before anything is unpacked: a damaged file could unpack to anything.
    if ((await computeChecksum(layout)) !== layout.checksum) throw new DamagedBackup('its checksum does not match');
    this.counts = await countRecords(readRecords(layout));
    return { checksum: layout.checksum, counts: this.counts };
  }

  async *records(): AsyncIterable<TransferRecord> {
    yield* readRecords(await openBackup(this.path));
  }

  async size(): Promise<TransferSize> {
    // `verify` has counted already; do not read the whole file again.
    this.counts ??= await countRecords(this.records());
    return { accounts: this.counts.account, prompts: this.counts.prompt };
  }
}
