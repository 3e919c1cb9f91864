import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptId, PromptName } from '../../domain/naming/prompt-name.ts';
import { newestLabelReads, sortCallers } from '../../domain/usage/caller.ts';
import { type CallerCollection, isStorable } from '../../domain/usage/caller-address.ts';
import { DAY_MS } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptCatalog } from '../ports/prompts/prompt-catalog.ts';
import type { StoredCaller, UsageLog } from '../ports/usage-log.ts';
import { namePrompts } from './name-prompts.ts';

export interface ListedCallers {
  /** Last seen first, each with its newest label reads first. */
  readonly callers: readonly StoredCaller[];
  /** The names of the prompts that they read. Prompts that were deleted since have none. */
  readonly promptNames: ReadonlyMap<PromptId, PromptName>;
  readonly collection: CallerCollection;
}

export class ListCallers {
  constructor(
    private readonly log: UsageLog,
    private readonly catalog: PromptCatalog,
    private readonly clock: Clock,
    private readonly settings: { readonly retentionDays: number; readonly collection: CallerCollection },
  ) {}

  async execute(accountId: AccountId, seenSince?: Date): Promise<ListedCallers> {
    const { collection } = this.settings;
    const callers = await this.recent(accountId, seenSince);
    const read = callers.flatMap(({ labels }) => labels.flatMap(({ promptId }) => promptId ?? []));
    return { callers, promptNames: await namePrompts(this.catalog, accountId, read), collection };
  }

  /** The same without the names of prompts. */
  async recent(accountId: AccountId, seenSince?: Date): Promise<readonly StoredCaller[]> {
    const { collection, retentionDays } = this.settings;
    if (collection === 'off') return [];
    // Hides what storage has not deleted yet.
    const oldest = this.clock.now().getTime() - retentionDays * DAY_MS;
    const since = Math.max(oldest, seenSince?.getTime() ?? oldest);
    const stored = await this.log.listCallers(accountId);
    const shown = stored.filter(
      ({ address, lastSeen }) => isStorable(address, collection) && lastSeen.getTime() >= since,
    );
    return sortCallers(shown).map((caller) => ({ ...caller, labels: newestLabelReads(caller.labels) }));
  }
}
