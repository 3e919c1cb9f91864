import type { Clock } from '../ports/environment.ts';

/** Stored records that are deleted by their age: changes in the feeds of accounts, or deliveries of webhooks. */
interface ExpiringRecords {
  deleteBefore(cutoff: Date): Promise<void>;
}

/** Deletes records older than their retention. To be run now and then, by any instance. */
export class DeleteExpired {
  constructor(
    private readonly records: ExpiringRecords,
    private readonly clock: Clock,
    private readonly retentionMs: number,
  ) {}

  async execute(): Promise<void> {
    await this.records.deleteBefore(new Date(this.clock.now().getTime() - this.retentionMs));
  }
}
