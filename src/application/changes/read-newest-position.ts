import type { AccountId } from '../../domain/accounts/account.ts';
import { type ChangeId, emptyFeedId } from '../../domain/changes/change-id.ts';
import type { ContentHashing } from '../ports/hashing.ts';
import type { PromptChanges } from '../ports/prompts/prompt-changes.ts';
import { presentChange } from './change-event.ts';

/** Finds where to follow the feed for future changes only: from its newest change, or its beginning without any. */
export class ReadNewestPosition {
  constructor(
    private readonly changes: PromptChanges,
    private readonly hashing: ContentHashing,
  ) {}

  async execute(owner: AccountId): Promise<ChangeId> {
    const { changes, revision } = await this.changes.latest(owner, { limit: 1 });
    const [newest] = changes;
    return newest ? presentChange(newest, this.hashing).id : emptyFeedId(revision);
  }
}
