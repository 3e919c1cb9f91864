import { DAY_MS, hourOf } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import { SEQUENCE_MEMORY_MS, type UsageLog } from '../ports/usage-log.ts';

/** Deletes what is older than it is to be kept. To be run now and then, by any instance. */
export class ForgetUsage {
  constructor(
    private readonly log: UsageLog,
    private readonly clock: Clock,
    private readonly retentionDays: number,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.log.forget({
      hours: new Date(hourOf(now - this.retentionDays * DAY_MS)),
      sequences: new Date(now - SEQUENCE_MEMORY_MS),
    });
  }
}
