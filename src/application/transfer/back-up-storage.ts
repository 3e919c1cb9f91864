import type { Clock } from '../ports/environment.ts';
import type { NewDigest } from '../ports/hashing.ts';
import type { BackupFile } from '../ports/storage/backup-file.ts';
import type { RecordCounts, StorageReader, TransferRecord } from '../ports/storage/storage-transfer.ts';
import type { TransferProgress } from './copy-storage.ts';
import { serializeRecord, TransferSummary } from './transfer-summary.ts';

export type BackUpOutcome =
  | {
      readonly kind: 'backed-up';
      readonly counts: RecordCounts;
      readonly checksum: string;
      /** False without a keyring: changes to the file cannot be detected. */
      readonly isSigned: boolean;
    }
  | { readonly kind: 'exists' };

/** Writes everything that a storage holds into a file. The storage may be in use. */
export class BackUpStorage {
  constructor(
    private readonly source: StorageReader,
    private readonly file: BackupFile,
    private readonly clock: Clock,
    private readonly newDigest: NewDigest,
    private readonly onProgress: (progress: TransferProgress) => void,
  ) {}

  async execute({ force }: { readonly force: boolean }): Promise<BackUpOutcome> {
    if (!force && (await this.file.exists())) return { kind: 'exists' };
    const summary = new TransferSummary(this.newDigest);
    await this.file.write(this.summarize(summary), this.clock.now());
    return { kind: 'backed-up', counts: summary.counts, checksum: summary.total(), isSigned: this.file.isSigned };
  }

  private async *summarize(summary: TransferSummary): AsyncIterable<TransferRecord> {
    const size = await this.source.size();
    for await (const record of this.source.records()) {
      summary.add(record, serializeRecord(record));
      const { account: accountsDone, prompt: promptsDone } = summary.counts;
      if (record.kind === 'prompt') this.onProgress({ ...size, phase: 'copying', accountsDone, promptsDone });
      yield record;
    }
    summary.end();
  }
}
