import type { AccountId } from '../../domain/accounts/account.ts';
import type { Actor } from '../../domain/accounts/actor.ts';
import { invariant } from '../../domain/invariant.ts';
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
import type { LabelsProtected, Preconditions, PromptWriter, Stale } from '../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../ports/prompts/protected-labels.ts';
import {
  type DraftOutcome,
  type DraftVersion,
  findDraftProblems,
  toVersionInput,
  type VersionInput,
} from './draft-version.ts';
import { type BreakingMoves, refuseBreakingMoves } from './find-breaking-moves.ts';
import { type BreaksIncluders, guardIncluders } from './guard-includers.ts';
import { toPublication } from './includes/prospective-change.ts';
import { type FollowedPrompt, readFollowed, withLatest } from './inherited-settings.ts';
import type { TypeMismatch, VersionNotFound } from './missing-version.ts';
import { holds, type Precondition, requiredState, seenLabels, unchangedSince } from './precondition.ts';
import { parseLabels } from './prompt-input.ts';
import type { RetryWhileStale } from './retry-while-stale.ts';

/** New content, or the number of an earlier version to publish again. */
export type PublicationInput = VersionInput | { readonly restore: number; readonly message?: string | undefined };

export interface PublishRequest {
  readonly input: PublicationInput;
  readonly labels?: readonly string[] | undefined;
  /** Publishes even when that breaks callers, or prompts that include this one. */
  readonly force?: boolean | undefined;
  readonly precondition?: Precondition | undefined;
  readonly by: Actor;
}

export type PublishVersionOutcome =
  | { readonly kind: 'published'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'unchanged'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | BreakingMoves
  | BreaksIncluders
  | LabelsProtected
  | QuotaExceeded
  | VersionNotFound
  | TypeMismatch
  | { readonly kind: 'not-found' | 'archived' | 'precondition-failed' | 'conflict' };

export class PublishVersion {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly protection: ProtectedLabels,
    private readonly draftVersion: DraftVersion,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    request: PublishRequest,
    execution: Execution = UNLIMITED,
  ): Promise<PublishVersionOutcome> {
    const { input } = request;
    const { labels, problems } = parseLabels(request.labels ?? []);
    if (problems.length > 0) {
      const others = 'restore' in input ? [] : await findDraftProblems(input, execution);
      return { kind: 'invalid', problems: [...problems, ...others] };
    }
    const isCertain = labels.length > 0 || 'restore' in input || mayInclude(input.content);
    const contention = { owner, of: reference, isCertain };
    return this.retryWhileStale.execute<PublishVersionOutcome>(
      contention,
      async () => {
        const followed = await this.readFollowed(owner, reference, input);
        if (!followed) return { kind: 'not-found' };
        if (!holds(request.precondition, followed.prompt)) return { kind: 'precondition-failed' };
        if (followed.prompt.archived) return { kind: 'archived' };
        return this.decide(followed, labels, request, execution);
      },
      execution,
    );
  }

  private async decide(
    { prompt, inherited }: FollowedPrompt,
    labels: readonly Label[],
    { input, force, precondition, by }: PublishRequest,
    execution: Execution,
  ): Promise<PublishVersionOutcome | Stale> {
    const { owner, id } = prompt;
    const restored = 'restore' in input ? input.restore : undefined;
    const version = 'restore' in input ? await this.readEarlier(prompt, input) : input;
    if (!version) return { kind: 'version-not-found', prompt, version: restored };
    if (version.content.type !== prompt.type) return { kind: 'type-mismatch', prompt };
    const drafted = await this.draftVersion.execute(owner, prompt.name, version, execution, inherited);
    if (drafted.kind === 'invalid') return drafted;
    const { draft, release, seen } = drafted;
    const { reader, protection } = this;
    const move = { prompt, labels, version: draft, by };
    const refused = force ? undefined : await refuseBreakingMoves(seen, protection, move, execution);
    if (refused) return refused;
    const change = toPublication(prompt, draft, labels);
    const guard = await guardIncluders({ reader, seen, protection }, { change, labels, by, force }, execution);
    if (guard.kind !== 'guarded') return guard;

    // The preconditions cover only what the decision depends on, so that concurrent publishers rarely conflict.
    const preconditions = {
      ...guard.preconditions,
      ...seen.preconditions,
      ...requiredState(precondition, prompt),
      labels: seenLabels(prompt, labels),
      inheritedFrom: inherited?.version,
    };
    const outcome = await this.writer.revise({
      owner,
      id,
      draft,
      labels: labels.map((label) => ({ label, to: 'published', message: draft.message, release })),
      by,
      at: this.clock.now(),
      preconditions,
    });
    if (outcome.kind === 'unchanged') return this.moveToLatest(prompt, drafted, labels, by, guard.preconditions);
    if (outcome.kind === 'stale' || outcome.kind === 'protected' || outcome.kind === 'quota-exceeded') return outcome;
    invariant(outcome.kind === 'revised' && outcome.version !== undefined, 'a draft is published as a version');
    return { kind: 'published', prompt: outcome.prompt, version: outcome.version };
  }

  private async readFollowed(
    owner: AccountId,
    reference: PromptReference,
    input: PublicationInput,
  ): Promise<FollowedPrompt | undefined> {
    if (!('restore' in input)) return readFollowed(this.reader, owner, reference, input);
    const prompt = await this.reader.find(owner, reference);
    return prompt && { prompt, inherited: undefined };
  }

  private async readEarlier(prompt: Prompt, { restore, message }: { restore: number; message?: string | undefined }) {
    const version = await this.reader.findVersion(prompt.owner, prompt.id, restore);
    return version && toVersionInput(version, message);
  }

  /** The latest version already has this content, but the requested labels must still be moved to it. */
  private async moveToLatest(
    prompt: Prompt,
    { draft: { hash, message }, release, seen }: Extract<DraftOutcome, { kind: 'draft' }>,
    labels: readonly Label[],
    by: Actor,
    preconditions: Preconditions,
  ): Promise<PublishVersionOutcome | Stale> {
    const { owner, id, latestVersion } = prompt;
    const moving = labels.filter((label) => prompt.labels.get(label) !== latestVersion);
    if (moving.length === 0) {
      const current = await this.reader.find(owner, { by: 'id', id });
      // A concurrent writer may have published other content: then this content is new after all.
      if (current?.latestHash !== hash) return { kind: 'stale' };
      if (labels.some((label) => current.labels.get(label) !== current.latestVersion)) return { kind: 'stale' };
      const outcome = await this.writer.confirm(current, by);
      return outcome.kind === 'confirmed' ? withLatest(this.reader, 'unchanged', current) : outcome;
    }
    const outcome = await this.writer.revise({
      owner,
      id,
      labels: moving.map((label) => ({ label, to: latestVersion, message, release })),
      by,
      at: this.clock.now(),
      preconditions: { ...preconditions, ...seen.preconditions, ...unchangedSince(prompt) },
    });
    if (outcome.kind === 'stale' || outcome.kind === 'protected') return outcome;
    invariant(outcome.kind === 'revised', 'a label move is revised, protected or stale');
    return withLatest(this.reader, 'unchanged', outcome.prompt);
  }
}
