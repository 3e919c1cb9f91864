import type { CallerCollection } from '../../domain/usage/caller-address.ts';
import { DAY_MS, hourOf } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import { SEQUENCE_RETENTION_MS, type UsageLog } from '../ports/usage-log.ts';

/** Deletes usage older than the retention, and callers that the settings no longer allow. To be run now and then, by any instance. */
export class DeleteOldUsage {
  constructor(
    private readonly log: UsageLog,
    private readonly clock: Clock,
    private readonly retentionDays: number,
    private readonly collection: CallerCollection,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now().getTime();
    const oldest = now - this.retentionDays * DAY_MS;
    await this.log.deleteBefore({
      hours: new Date(hourOf(oldest)),
      callers: new Date(oldest),
      sequences: new Date(now - SEQUENCE_RETENTION_MS),
    });
    await this.log.deleteCallersExcept(this.collection);
  }
}
