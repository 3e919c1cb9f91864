import type { AccountId } from '../../domain/accounts/account.ts';
import type { Actor } from '../../domain/accounts/actor.ts';
import type { Label } from '../../domain/naming/label.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { QuotaExceeded } from '../../domain/prompts/quotas.ts';
import { mayInclude } from '../../domain/templates/prompt-content.ts';
import type { Clock } from '../ports/environment.ts';
import { type Execution, UNLIMITED } from '../ports/execution.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter, PublishedDraft, Stale } from '../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../ports/prompts/protected-labels.ts';
import type { CreatePrompt, PromptInput } from './create-prompt.ts';
import { type DraftVersion, findDraftProblems } from './draft-version.ts';
import { type BreakingMoves, refuseBreakingMoves } from './find-breaking-moves.ts';
import { type BreaksIncluders, guardIncluders } from './guard-includers.ts';
import { toPublication } from './includes/prospective-change.ts';
import { type FollowedPrompt, readFollowed, withLatest } from './inherited-settings.ts';
import type { TypeMismatch } from './missing-version.ts';
import { holds, type Precondition, requiredState, seenLabels, unchangedSince } from './precondition.ts';
import { type ParsedMetadata, parseLabels, parseMetadata } from './prompt-input.ts';
import type { RetryWhileStale } from './retry-while-stale.ts';

export interface PutRequest {
  /** The name is optional, and must match the reference. */
  readonly input: Omit<PromptInput, 'name'> & { readonly name?: string | undefined };
  readonly precondition?: Precondition | undefined;
  readonly createOnly?: boolean | undefined;
  /** Publishes even when that breaks callers, or prompts that include this one. */
  readonly force?: boolean | undefined;
  readonly by: Actor;
}

export type PutPromptOutcome =
  | { readonly kind: 'created' | 'revised' | 'unchanged'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | BreakingMoves
  | BreaksIncluders
  | LabelsProtected
  | QuotaExceeded
  | TypeMismatch
  | { readonly kind: 'not-found' | 'name-taken' | 'archived' | 'precondition-failed' | 'conflict' };

/** Publishes by name, idempotently: the same request changes nothing the second time. */
export class PutPrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly protection: ProtectedLabels,
    private readonly createPrompt: CreatePrompt,
    private readonly draftVersion: DraftVersion,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    request: PutRequest,
    execution: Execution = UNLIMITED,
  ): Promise<PutPromptOutcome> {
    const { input } = request;
    const metadata = parseMetadata(input);
    const { labels, problems } = parseLabels(input.labels ?? []);
    if (metadata.problems.length + problems.length > 0) {
      const others = await findDraftProblems(input, execution);
      return { kind: 'invalid', problems: [...metadata.problems, ...problems, ...others] };
    }
    const contention = { owner, of: reference, isCertain: labels.length > 0 || mayInclude(input.content) };
    return this.retryWhileStale.execute<PutPromptOutcome>(
      contention,
      async () => {
        const followed = await readFollowed(this.reader, owner, reference, input);
        return followed
          ? this.revise(followed, metadata, labels, request, execution)
          : this.create(owner, reference, metadata, request, execution);
      },
      execution,
    );
  }

  private async create(
    owner: AccountId,
    reference: PromptReference,
    { name }: ParsedMetadata,
    { input, precondition, createOnly, by }: PutRequest,
    execution: Execution,
  ): Promise<PutPromptOutcome | Stale> {
    if (reference.by === 'id') return { kind: 'not-found' };
    if (name !== undefined && name !== reference.name) return nameMismatch;
    if (precondition !== undefined) return { kind: 'precondition-failed' };
    const outcome = await this.createPrompt.attempt(owner, { ...input, name: reference.name }, by, execution);
    if (outcome.kind !== 'name-taken') return outcome;
    // The prompt was created concurrently: revise it instead, unless the caller only wanted to create.
    return { kind: createOnly ? 'precondition-failed' : 'stale' };
  }

  private async revise(
    { prompt, inherited }: FollowedPrompt,
    metadata: ParsedMetadata,
    labels: readonly Label[],
    { input, precondition, createOnly, force, by }: PutRequest,
    execution: Execution,
  ): Promise<PutPromptOutcome | Stale> {
    if (createOnly || !holds(precondition, prompt)) return { kind: 'precondition-failed' };
    if (metadata.name !== undefined && metadata.name !== prompt.name) return nameMismatch;
    if (input.content.type !== prompt.type) return { kind: 'type-mismatch', prompt };
    const drafted = await this.draftVersion.execute(prompt.owner, prompt.name, input, execution, inherited);
    if (drafted.kind === 'invalid') return drafted;

    const change = findChange(prompt, metadata, labels, drafted.draft);
    if (!change) {
      const outcome = await this.writer.confirm(prompt, by);
      return outcome.kind === 'confirmed' ? withLatest(this.reader, 'unchanged', prompt) : outcome;
    }
    if (prompt.archived) return { kind: 'archived' };
    const move = { prompt, labels: change.moving, version: drafted.draft, by };
    const { reader, protection } = this;
    const { seen } = drafted;
    const refused = force ? undefined : await refuseBreakingMoves(seen, protection, move, execution);
    if (refused) return refused;
    const publication = toPublication(prompt, change.draft, change.moving);
    const guarded = { change: publication, labels: change.moving, by, force };
    const guard = await guardIncluders({ reader, seen, protection }, guarded, execution);
    if (guard.kind !== 'guarded') return guard;
    // Content requires only what it depends on, so that concurrent publishers rarely conflict.
    const isGuarded = change.metadata !== undefined || change.draft === undefined;
    const outcome = await this.writer.revise({
      owner: prompt.owner,
      id: prompt.id,
      metadata: change.metadata,
      draft: change.draft,
      labels: change.moving.map((label) => ({
        label,
        to: change.draft ? 'published' : prompt.latestVersion,
        message: drafted.draft.message,
        release: drafted.release,
      })),
      by,
      at: this.clock.now(),
      preconditions: {
        ...guard.preconditions,
        ...seen.preconditions,
        ...(isGuarded ? unchangedSince(prompt) : requiredState(precondition, prompt)),
        labels: seenLabels(prompt, change.moving),
        inheritedFrom: inherited?.version,
      },
    });
    if (outcome.kind === 'quota-exceeded' || outcome.kind === 'protected') return outcome;
    if (outcome.kind !== 'revised') return { kind: 'stale' };
    const { prompt: revised, version } = outcome;
    return version ? { kind: 'revised', prompt: revised, version } : withLatest(this.reader, 'revised', revised);
  }
}

const nameMismatch: PutPromptOutcome = {
  kind: 'invalid',
  problems: [{ path: 'name', problem: 'mismatch', text: 'does not agree with the path' }],
};

/** The part of a request that differs from the prompt; undefined when nothing does. */
function findChange(prompt: Prompt, metadata: ParsedMetadata, labels: readonly Label[], draft: PublishedDraft) {
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
