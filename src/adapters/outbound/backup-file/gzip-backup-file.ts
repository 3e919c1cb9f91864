import { lstat } from 'node:fs/promises';
import {
  type BackupFile,
  type BackupSummary,
  BackupTooNew,
  DamagedBackup,
} from '../../../application/ports/backup-file.ts';
import type { RecordCounts, TransferRecord, TransferSize } from '../../../application/ports/storage-transfer.ts';
import { type BackupMaker, FORMAT_VERSION } from './backup-format.ts';
import { BackupLayout } from './backup-layout.ts';
import { countsOf, readRecords } from './read-records.ts';
import { writeBackup } from './write-backup.ts';

/** One file. What it says is believed only after all of it was read once. */
export class GzipBackupFile implements BackupFile {
  private counts: RecordCounts | undefined;

  constructor(
    private readonly path: string,
    private readonly maker: BackupMaker,
  ) {}

  async exists(): Promise<boolean> {
    try {
      // Opening it would wait for ever where it is a pipe.
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
    const layout = await BackupLayout.of(this.path);
    if (layout.version > FORMAT_VERSION) throw new BackupTooNew(layout.version, FORMAT_VERSION);
    // Before anything is unpacked: what was changed on the way could be made to unpack to anything.
    if ((await layout.actualChecksum()) !== layout.checksum) throw new DamagedBackup('its checksum does not fit');
    this.counts = await countsOf(readRecords(layout));
    return { checksum: layout.checksum, counts: this.counts };
  }

  async *records(): AsyncIterable<TransferRecord> {
    yield* readRecords(await BackupLayout.of(this.path));
  }

  async size(): Promise<TransferSize> {
    // Once it was counted, there is no need to read all of it again.
    this.counts ??= await countsOf(this.records());
    return { accounts: this.counts.account, prompts: this.counts.prompt };
  }
}
