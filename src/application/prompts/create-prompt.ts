import type { AccountId } from '../../domain/accounts/account.ts';
import type { Actor } from '../../domain/accounts/actor.ts';
import { newPromptId, type PromptName } from '../../domain/naming/prompt-name.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { QuotaExceeded } from '../../domain/prompts/quotas.ts';
import { timedIdEntropyBytes } from '../../domain/timed-id.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import { type Execution, UNLIMITED } from '../ports/execution.ts';
import type { LabelsProtected, PromptWriter, Stale } from '../ports/prompts/prompt-writer.ts';
import { type DraftVersion, findDraftProblems, type VersionInput } from './draft-version.ts';
import { type MetadataInput, parseLabels, parseMetadata } from './prompt-input.ts';
import type { RetryWhileStale } from './retry-while-stale.ts';

export interface PromptInput extends VersionInput, Omit<MetadataInput, 'name' | 'archived'> {
  readonly name: string;
  readonly labels?: readonly string[] | undefined;
}

export type CreatePromptOutcome =
  | { readonly kind: 'created'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | LabelsProtected
  | QuotaExceeded
  | { readonly kind: 'name-taken' }
  | { readonly kind: 'conflict' };

export class CreatePrompt {
  constructor(
    private readonly writer: PromptWriter,
    private readonly draftVersion: DraftVersion,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(
    owner: AccountId,
    input: PromptInput,
    by: Actor,
    execution: Execution = UNLIMITED,
  ): Promise<CreatePromptOutcome> {
    // Different names do not contend, and a name that is taken is no reason to retry.
    const contention = { owner, of: { by: 'name', name: input.name as PromptName } } as const;
    const attempt = () => this.attempt(owner, input, by, execution);
    return this.retryWhileStale.execute<CreatePromptOutcome>(contention, attempt, execution);
  }

  /** Makes one attempt without retries, for use cases that retry by themselves. */
  async attempt(
    owner: AccountId,
    input: PromptInput,
    by: Actor,
    execution: Execution = UNLIMITED,
  ): Promise<CreatePromptOutcome | Stale> {
    const { name, description = '', tags = [], ...metadata } = parseMetadata(input);
    const { labels, problems } = parseLabels(input.labels ?? []);
    if (!name || metadata.problems.length + problems.length > 0) {
      const others = await findDraftProblems(input, execution);
      return { kind: 'invalid', problems: [...metadata.problems, ...problems, ...others] };
    }
    const drafted = await this.draftVersion.execute(owner, name, input, execution);
    if (drafted.kind === 'invalid') return drafted;
    const at = this.clock.now();
    return this.writer.create({
      owner,
      id: newPromptId(at, this.entropy.bytes(timedIdEntropyBytes)),
      metadata: { name, description, tags, archived: false },
      draft: drafted.draft,
      labels: labels.map((label) => ({
        label,
        to: 'published',
        message: drafted.draft.message,
        release: drafted.release,
      })),
      by,
      at,
      preconditions: drafted.seen.preconditions,
    });
  }
}
