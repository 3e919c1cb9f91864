import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptId, PromptName } from '../../domain/naming/prompt-name.ts';
import type { CallerCollection } from '../../domain/usage/caller-address.ts';
import { limitCaller, type RefusedCall, sortRefusedCalls } from '../../domain/usage/refused-call.ts';
import { DAY_MS } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptCatalog } from '../ports/prompts/prompt-catalog.ts';
import type { UsageLog } from '../ports/usage-log.ts';
import { namePrompts } from './name-prompts.ts';

export interface ListedRefusals {
  /** Newest first. */
  readonly calls: readonly RefusedCall[];
  /** The names of the prompts that they were about. Prompts that were deleted since have none. */
  readonly promptNames: ReadonlyMap<PromptId, PromptName>;
}

/** Lists the latest calls of an account that failed, and why. */
export class ListRefusedCalls {
  constructor(
    private readonly log: UsageLog,
    private readonly catalog: PromptCatalog,
    private readonly clock: Clock,
    private readonly settings: { readonly retentionDays: number; readonly collection: CallerCollection },
  ) {}

  async execute(accountId: AccountId): Promise<ListedRefusals> {
    const { retentionDays, collection } = this.settings;
    // Hides what storage has not deleted yet.
    const oldest = this.clock.now().getTime() - retentionDays * DAY_MS;
    const stored = await this.log.listRefusedCalls(accountId);
    const shown = stored.filter(({ at }) => at.getTime() >= oldest).map((call) => limitCaller(call, collection));
    const calls = sortRefusedCalls(shown);
    const ids = calls.flatMap(({ promptId }) => promptId ?? []);
    return { calls, promptNames: await namePrompts(this.catalog, accountId, ids) };
  }
}
