import { DAY_MS, hourOf } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import { SEQUENCE_RETENTION_MS, type UsageLog } from '../ports/usage-log.ts';

/** Deletes usage older than the retention. To be run now and then, by any instance. */
export class DeleteOldUsage {
  constructor(
    private readonly log: UsageLog,
    private readonly clock: Clock,
    private readonly retentionDays: number,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.log.deleteBefore({
      hours: new Date(hourOf(now - this.retentionDays * DAY_MS)),
      sequences: new Date(now - SEQUENCE_RETENTION_MS),
    });
  }
}
