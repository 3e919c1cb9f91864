import { open } from 'node:fs/promises';
import {
  type BackupFile,
  type BackupSummary,
  BackupTooNew,
  DamagedBackup,
} from '../../../application/ports/backup-file.ts';
import type { TransferSize } from '../../../application/ports/storage-transfer.ts';
import { recordKinds, type TransferRecord } from '../../../application/transfer/transfer-record.ts';
import { type BackupMaker, FORMAT_VERSION } from './backup-format.ts';
import { BackupLayout } from './backup-layout.ts';
import { countsOf, readRecords } from './read-records.ts';
import { writeBackup } from './write-backup.ts';

/** One file. What it says is believed only after all of it was read once. */
export class GzipBackupFile implements BackupFile {
  constructor(
    private readonly path: string,
    private readonly maker: BackupMaker,
  ) {}

  async exists(): Promise<boolean> {
    try {
      await (await open(this.path, 'r')).close();
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
    return { checksum: layout.checksum, counts: await countsOf(readRecords(layout)) };
  }

  async *records(): AsyncIterable<TransferRecord> {
    yield* readRecords(await BackupLayout.of(this.path));
  }

  async size(): Promise<TransferSize> {
    const counts = Object.fromEntries(recordKinds.map((kind) => [kind, 0]));
    for await (const { kind } of this.records()) counts[kind] = (counts[kind] ?? 0) + 1;
    return { accounts: counts['account'] ?? 0, prompts: counts['prompt'] ?? 0 };
  }
}
