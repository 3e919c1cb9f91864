import type { AccountId } from '../../domain/accounts/account.ts';
import type { Channel } from '../../domain/channel.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Label } from '../../domain/prompts/naming/label.ts';
import type { PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { BreakingChange } from '../../domain/templates/variable-changes.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptRepository, PublishedDraft } from '../ports/prompt-repository.ts';
import type { CreatePrompt, PromptInput } from './create-prompt.ts';
import { type DraftVersion, draftProblems } from './draft-version.ts';
import { DECISIONS_MAX, holds, type Precondition } from './precondition.ts';
import { breakingMoves } from './promotion.ts';
import { type ParsedMetadata, parseLabels, parseMetadata } from './prompt-input.ts';

export interface PutRequest {
  /** The name may be left out, and must agree with the prompt's when given. */
  readonly input: Omit<PromptInput, 'name'> & { readonly name?: string | undefined };
  readonly precondition?: Precondition | undefined;
  readonly createOnly?: boolean | undefined;
  readonly by: Channel;
}

export type PutPromptOutcome =
  | { readonly kind: 'created' | 'revised' | 'unchanged'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | { readonly kind: 'not-found' | 'name-taken' | 'type-mismatch' | 'archived' | 'precondition-failed' | 'conflict' };

/** Publishes by name, as often as you like: the same request twice changes nothing the second time. */
export class PutPrompt {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly createPrompt: CreatePrompt,
    private readonly draftVersion: DraftVersion,
    private readonly clock: Clock,
  ) {}

  async execute(owner: AccountId, reference: PromptReference, request: PutRequest): Promise<PutPromptOutcome> {
    const { input } = request;
    const metadata = parseMetadata(input);
    const { labels, problems } = parseLabels(input.labels ?? []);
    if (!('name' in metadata) || problems.length > 0) {
      return {
        kind: 'invalid',
        problems: [...('name' in metadata ? [] : metadata), ...problems, ...draftProblems(input)],
      };
    }
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const prompt = await this.prompts.find(owner, reference);
      const outcome = prompt
        ? await this.revise(prompt, metadata, labels, request)
        : await this.create(owner, reference, metadata, request);
      if (outcome) return outcome;
    }
    return { kind: 'conflict' };
  }

  private async create(
    owner: AccountId,
    reference: PromptReference,
    { name }: ParsedMetadata,
    { input, precondition, createOnly, by }: PutRequest,
  ): Promise<PutPromptOutcome | undefined> {
    if (reference.by === 'id') return { kind: 'not-found' };
    if (name !== undefined && name !== reference.name) return disagreement;
    if (precondition !== undefined) return { kind: 'precondition-failed' };
    const outcome = await this.createPrompt.execute(owner, { ...input, name: reference.name }, by);
    // Somebody created it at the same moment: then this is a revision, unless the caller wanted to be first.
    if (outcome.kind === 'name-taken') return createOnly ? { kind: 'precondition-failed' } : undefined;
    return outcome;
  }

  private async revise(
    prompt: Prompt,
    metadata: ParsedMetadata,
    labels: readonly Label[],
    { input, precondition, createOnly, by }: PutRequest,
  ): Promise<PutPromptOutcome | undefined> {
    if (createOnly || !holds(precondition, prompt)) return { kind: 'precondition-failed' };
    if (metadata.name !== undefined && metadata.name !== prompt.name) return disagreement;
    if (input.content.type !== prompt.type) return { kind: 'type-mismatch' };
    const drafted = await this.draftVersion.execute(prompt.owner, prompt.name, input);
    if (drafted.kind === 'invalid') return drafted;

    const change = changeOf(prompt, metadata, labels, drafted.draft);
    if (!change) {
      return (await this.prompts.confirm(prompt)) === 'confirmed' ? this.answer('unchanged', prompt) : undefined;
    }
    if (prompt.archived) return { kind: 'archived' };
    const changes = await breakingMoves(this.prompts, prompt.owner, prompt, change.moving, drafted.draft.variables);
    if (changes.length > 0) return { kind: 'breaking', changes };
    // Words alone need no particular state of the prompt: publishers never stand in each other's way.
    const careful = change.metadata !== undefined || change.moving.length > 0 || precondition !== undefined;
    const outcome = await this.prompts.revise({
      owner: prompt.owner,
      id: prompt.id,
      metadata: change.metadata,
      draft: change.draft,
      labels: change.moving.map((label) => ({
        label,
        to: change.draft ? 'published' : prompt.latestVersion,
        message: drafted.draft.message,
      })),
      by,
      at: this.clock.now(),
      preconditions: { revision: careful ? prompt.revision : undefined, accountRevision: drafted.accountRevision },
    });
    return outcome.kind === 'revised' ? this.answer('revised', outcome.prompt) : undefined;
  }

  private async answer(kind: 'revised' | 'unchanged', prompt: Prompt): Promise<PutPromptOutcome> {
    const version = await this.prompts.version(prompt.owner, prompt.id, prompt.latestVersion);
    // Somebody deleted the prompt meanwhile, and what was written with it.
    return version ? { kind, prompt, version } : { kind: 'not-found' };
  }
}

const disagreement: PutPromptOutcome = {
  kind: 'invalid',
  problems: [{ path: 'name', problem: 'does not agree with the path' }],
};

/** What of a request is not so already; undefined when all of it is. */
function changeOf(prompt: Prompt, metadata: ParsedMetadata, labels: readonly Label[], draft: PublishedDraft) {
  const { description = prompt.description, tags = prompt.tags } = metadata;
  const differs = description !== prompt.description || tags.join() !== prompt.tags.join();
  const isNew = draft.hash !== prompt.latestHash;
  const moving = labels.filter((label) => isNew || prompt.labels.get(label) !== prompt.latestVersion);
  if (!isNew && !differs && moving.length === 0) return undefined;
  return {
    draft: isNew ? draft : undefined,
    metadata: differs ? { name: prompt.name, description, tags, archived: prompt.archived } : undefined,
    moving,
  };
}
