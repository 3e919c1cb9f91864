import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import { type PromptUsage, summarizePrompt } from '../../domain/usage/prompt-usage.ts';
import { DAY_MS, hourOf } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { UsageLog } from '../ports/usage-log.ts';

export const PROMPT_USAGE_DAYS = 7;

export type ReadPromptUsageOutcome =
  | { readonly kind: 'read'; readonly from: Date; readonly to: Date; readonly usage: PromptUsage }
  | { readonly kind: 'not-found' };

/** How often a prompt was read or rendered in the last days, and how often that failed, by version and by label. */
export class ReadPromptUsage {
  constructor(
    private readonly reader: PromptReader,
    private readonly log: UsageLog,
    private readonly clock: Clock,
    private readonly retentionDays: number,
  ) {}

  async execute(owner: AccountId, reference: PromptReference): Promise<ReadPromptUsageOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    const to = this.clock.now();
    const days = Math.min(PROMPT_USAGE_DAYS, this.retentionDays);
    const from = new Date(hourOf(to.getTime() - days * DAY_MS));
    const counts = await this.log.countPrompt(owner, prompt.id, { from, to });
    return { kind: 'read', from, to, usage: summarizePrompt(counts) };
  }
}
