import type { AccountId } from '../../domain/accounts/account.ts';
import type { Channel } from '../../domain/channel.ts';
import type { Problem } from '../../domain/problem.ts';
import type { PromptName, PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { Prompt, PromptMetadata } from '../../domain/prompts/prompt.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptRepository } from '../ports/prompt-repository.ts';
import { includersIn } from './includers.ts';
import { DECISIONS_MAX, holds, type Precondition } from './precondition.ts';
import { type MetadataInput, type ParsedMetadata, parseMetadata } from './prompt-input.ts';

export interface ChangeRequest {
  readonly input: MetadataInput;
  readonly precondition?: Precondition | undefined;
  readonly by: Channel;
}

export type ChangePromptOutcome =
  | { readonly kind: 'changed'; readonly prompt: Prompt }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'included-by'; readonly includers: readonly PromptName[] }
  | { readonly kind: 'not-found' | 'name-taken' | 'precondition-failed' | 'conflict' };

/** Renames, describes, tags or archives a prompt. Its id, versions and labels stay. */
export class ChangePrompt {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly clock: Clock,
  ) {}

  async execute(owner: AccountId, reference: PromptReference, request: ChangeRequest): Promise<ChangePromptOutcome> {
    const metadata = parseMetadata(request.input);
    if (!('name' in metadata)) return { kind: 'invalid', problems: metadata };
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      // Read first, so that an include that appears later makes the decision out of date.
      const accountRevision = metadata.name === undefined ? undefined : await this.prompts.revisionOf(owner);
      const prompt = await this.prompts.find(owner, reference);
      if (!prompt) return { kind: 'not-found' };
      if (!holds(request.precondition, prompt)) return { kind: 'precondition-failed' };
      const outcome = await this.decide(prompt, metadata, accountRevision, request.by);
      if (outcome) return outcome;
    }
    return { kind: 'conflict' };
  }

  private async decide(
    prompt: Prompt,
    metadata: ParsedMetadata,
    accountRevision: number | undefined,
    by: Channel,
  ): Promise<ChangePromptOutcome | undefined> {
    const { name = prompt.name, description = prompt.description } = metadata;
    const { tags = prompt.tags, archived = prompt.archived } = metadata;
    // What is so already is no change, and must not cost those who have it a new ETag.
    if (isSame(prompt, { name, description, tags, archived })) {
      return (await this.prompts.confirm(prompt)) === 'confirmed' ? { kind: 'changed', prompt } : undefined;
    }
    if (name !== prompt.name) {
      const includes = await this.prompts.includersOf(prompt.owner, prompt.name);
      const includers = includersIn(includes);
      if (includers.length > 0) return { kind: 'included-by', includers };
    }
    const outcome = await this.prompts.revise({
      owner: prompt.owner,
      id: prompt.id,
      metadata: { name, description, tags, archived },
      labels: [],
      by,
      at: this.clock.now(),
      preconditions: { revision: prompt.revision, accountRevision },
    });
    if (outcome.kind === 'revised') return { kind: 'changed', prompt: outcome.prompt };
    return outcome.kind === 'name-taken' ? outcome : undefined;
  }
}

const isSame = (prompt: Prompt, { name, description, tags, archived }: PromptMetadata): boolean =>
  name === prompt.name &&
  description === prompt.description &&
  tags.join() === prompt.tags.join() &&
  archived === prompt.archived;
