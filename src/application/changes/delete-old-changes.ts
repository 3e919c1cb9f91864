import { DAY_MS } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptChanges } from '../ports/prompts/prompt-changes.ts';

/** Deletes changes older than the retention. To be run now and then, by any instance. */
export class DeleteOldChanges {
  constructor(
    private readonly changes: Pick<PromptChanges, 'deleteBefore'>,
    private readonly clock: Clock,
    private readonly retentionDays: number,
  ) {}

  async execute(): Promise<void> {
    await this.changes.deleteBefore(new Date(this.clock.now().getTime() - this.retentionDays * DAY_MS));
  }
}
