import type { AccountId } from '../../domain/accounts/account.ts';
import type { Channel } from '../../domain/channel.ts';
import { invariant } from '../../domain/invariant.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Prompt, PromptMetadata } from '../../domain/prompts/prompt.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter, Stale } from '../ports/prompts/prompt-writer.ts';
import { holds, type Precondition } from './precondition.ts';
import { type MetadataInput, type ParsedMetadata, parseMetadata } from './prompt-input.ts';
import { findIncluders, type IncludedBy } from './read-includes.ts';
import { untilDecided } from './until-decided.ts';

export interface ChangeRequest {
  readonly input: MetadataInput;
  readonly precondition?: Precondition | undefined;
  readonly by: Channel;
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
    private readonly clock: Clock,
  ) {}

  async execute(owner: AccountId, reference: PromptReference, request: ChangeRequest): Promise<ChangePromptOutcome> {
    const metadata = parseMetadata(request.input);
    if (!('name' in metadata)) return { kind: 'invalid', problems: metadata };
    return untilDecided<ChangePromptOutcome>(async () => {
      // Read first, so that an include that appears later makes the decision stale.
      const accountRevision = metadata.name === undefined ? undefined : await this.reader.readRevision(owner);
      const prompt = await this.reader.find(owner, reference);
      if (!prompt) return { kind: 'not-found' };
      if (!holds(request.precondition, prompt)) return { kind: 'precondition-failed' };
      return this.decide(prompt, metadata, accountRevision, request.by);
    });
  }

  private async decide(
    prompt: Prompt,
    metadata: ParsedMetadata,
    accountRevision: number | undefined,
    by: Channel,
  ): Promise<ChangePromptOutcome | Stale> {
    const { name = prompt.name, description = prompt.description } = metadata;
    const { tags = prompt.tags, archived = prompt.archived } = metadata;
    // Writing the same metadata again is not a change, and must not produce a new ETag.
    if (isSame(prompt, { name, description, tags, archived })) {
      const outcome = await this.writer.confirm(prompt);
      return outcome.kind === 'confirmed' ? { kind: 'changed', prompt } : outcome;
    }
    if (name !== prompt.name) {
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
      preconditions: { revision: prompt.revision, accountRevision },
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
