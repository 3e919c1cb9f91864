import type { AccountId } from '../../domain/accounts/account.ts';
import type { Actor } from '../../domain/accounts/actor.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Clock } from '../ports/environment.ts';
import { type Execution, UNLIMITED } from '../ports/execution.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter } from '../ports/prompts/prompt-writer.ts';
import { findIncluders, type IncludedBy } from './includes/read-includes.ts';
import { holds, type Precondition, unchangedSince } from './precondition.ts';
import type { RetryWhileStale } from './retry-while-stale.ts';

export interface DeleteRequest {
  readonly precondition?: Precondition | undefined;
  readonly by: Actor;
}

export type DeletePromptOutcome =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'not-found' | 'precondition-failed' | 'conflict' }
  | LabelsProtected
  | IncludedBy;

/** Removes a prompt with its versions, unless a version of another one includes it. */
export class DeletePrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { precondition, by }: DeleteRequest,
    execution: Execution = UNLIMITED,
  ): Promise<DeletePromptOutcome> {
    return this.retryWhileStale.execute<DeletePromptOutcome>(
      { owner, of: reference, isCertain: true },
      async () => {
        const prompt = await this.reader.find(owner, reference);
        if (!prompt) return { kind: 'not-found' };
        if (!holds(precondition, prompt)) return { kind: 'precondition-failed' };
        const includers = await findIncluders(this.reader, owner, prompt.name);
        if (includers) return includers;

        const preconditions = { ...unchangedSince(prompt), notIncluded: { label: undefined } };
        const outcome = await this.writer.remove({ owner, id: prompt.id, by, at: this.clock.now(), preconditions });
        return outcome.kind === 'removed' ? { kind: 'deleted' } : outcome;
      },
      execution,
    );
  }
}
