import type { BackupFile } from '../ports/backup-file.ts';
import type { Clock } from '../ports/environment.ts';
import type { NewDigest } from '../ports/running-digest.ts';
import type { StorageReader } from '../ports/storage-transfer.ts';
import type { TransferProgress } from './copy-storage.ts';
import type { TransferRecord } from './transfer-record.ts';
import { type RecordCounts, TransferSum } from './transfer-sum.ts';

export type BackUpOutcome =
  | { readonly kind: 'backed-up'; readonly counts: RecordCounts; readonly checksum: string }
  | { readonly kind: 'exists' };

/** Everything into a file, while others go on writing. */
export class BackUpStorage {
  constructor(
    private readonly source: StorageReader,
    private readonly file: BackupFile,
    private readonly clock: Clock,
    private readonly newDigest: NewDigest,
    private readonly watch: (progress: TransferProgress) => void,
  ) {}

  async execute({ force }: { readonly force: boolean }): Promise<BackUpOutcome> {
    if (!force && (await this.file.exists())) return { kind: 'exists' };
    const sum = new TransferSum(this.newDigest);
    await this.file.write(this.summed(sum), this.clock.now());
    return { kind: 'backed-up', counts: sum.counts, checksum: sum.total() };
  }

  private async *summed(sum: TransferSum): AsyncIterable<TransferRecord> {
    const size = await this.source.size();
    for await (const record of this.source.records()) {
      sum.add(record);
      const { account: accountsDone, prompt: promptsDone } = sum.counts;
      if (record.kind === 'prompt') this.watch({ ...size, phase: 'copying', accountsDone, promptsDone });
      yield record;
    }
    sum.end();
  }
}
