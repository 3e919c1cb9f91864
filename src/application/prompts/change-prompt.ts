import type { AccountId } from '../../domain/accounts/account.ts';
import type { Actor } from '../../domain/accounts/actor.ts';
import { invariant } from '../../domain/invariant.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Prompt, PromptMetadata } from '../../domain/prompts/prompt.ts';
import type { Clock } from '../ports/environment.ts';
import { type Execution, UNLIMITED } from '../ports/execution.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter, Stale } from '../ports/prompts/prompt-writer.ts';
import { findIncluders, type IncludedBy } from './includes/read-includes.ts';
import { holds, type Precondition, unchangedSince } from './precondition.ts';
import { type MetadataInput, type ParsedMetadata, parseMetadata } from './prompt-input.ts';
import type { RetryWhileStale } from './retry-while-stale.ts';

export interface ChangeRequest {
  readonly input: MetadataInput;
  readonly precondition?: Precondition | undefined;
  readonly by: Actor;
}

export type ChangePromptOutcome =
  | { readonly kind: 'changed'; readonly prompt: Prompt }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | IncludedBy
  | LabelsProtected
  | { readonly kind: 'not-found' | 'name-taken' | 'precondition-failed' | 'conflict' };

/** Renames, describes, tags or archives a prompt. Its id, versions and labels stay. */
export class ChangePrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    request: ChangeRequest,
    execution: Execution = UNLIMITED,
  ): Promise<ChangePromptOutcome> {
    const metadata = parseMetadata(request.input);
    if (metadata.problems.length > 0) return { kind: 'invalid', problems: metadata.problems };
    return this.retryWhileStale.execute<ChangePromptOutcome>(
      { owner, of: reference, isCertain: true },
      async () => {
        const prompt = await this.reader.find(owner, reference);
        if (!prompt) return { kind: 'not-found' };
        if (!holds(request.precondition, prompt)) return { kind: 'precondition-failed' };
        return this.decide(prompt, metadata, request.by);
      },
      execution,
    );
  }

  private async decide(prompt: Prompt, metadata: ParsedMetadata, by: Actor): Promise<ChangePromptOutcome | Stale> {
    const { name = prompt.name, description = prompt.description } = metadata;
    const { tags = prompt.tags, archived = prompt.archived } = metadata;
    // Writing the same metadata again is not a change, and must not produce a new ETag.
    if (isSame(prompt, { name, description, tags, archived })) {
      const outcome = await this.writer.confirm(prompt, by);
      return outcome.kind === 'confirmed' ? { kind: 'changed', prompt } : outcome;
    }
    const isRenamed = name !== prompt.name;
    if (isRenamed) {
      const includers = await findIncluders(this.reader, prompt.owner, prompt.name);
      if (includers) return includers;
    }
    const outcome = await this.writer.revise({
      owner: prompt.owner,
      id: prompt.id,
      metadata: { name, description, tags, archived },
      labels: [],
      by,
      at: this.clock.now(),
      preconditions: { ...unchangedSince(prompt), notIncluded: isRenamed ? { label: undefined } : undefined },
    });
    const isDrafted = outcome.kind === 'unchanged' || outcome.kind === 'quota-exceeded';
    invariant(!isDrafted, 'a revision without a draft is never unchanged, and adds nothing to what quotas limit');
    return outcome.kind === 'revised' ? { kind: 'changed', prompt: outcome.prompt } : outcome;
  }
}

const isSame = (prompt: Prompt, { name, description, tags, archived }: PromptMetadata): boolean =>
  name === prompt.name &&
  description === prompt.description &&
  tags.join() === prompt.tags.join() &&
  archived === prompt.archived;
