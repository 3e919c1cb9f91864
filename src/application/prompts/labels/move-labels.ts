import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import { type Problem, toInvalid } from '../../../domain/problem.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import { isMessage, type PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import { canMoveProtected } from '../../../domain/prompts/protected-labels.ts';
import type { Release } from '../../../domain/prompts/release.ts';
import type { Clock } from '../../ports/environment.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter, Stale } from '../../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import { type BreakingMoves, refuseBreakingMoves } from '../find-breaking-moves.ts';
import type { FindRelease } from '../find-release.ts';
import { type BreaksIncluders, guardIncluders } from '../guard-includers.ts';
import { toChange } from '../includes/prospective-change.ts';
import { SeenPrompts } from '../includes/seen-prompts.ts';
import type { VersionNotFound } from '../missing-version.ts';
import { holds, type Precondition, requiredState, seenLabels } from '../precondition.ts';
import { parseLabels } from '../prompt-input.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';

export interface MoveLabelsRequest {
  readonly labels: readonly string[];
  readonly version: number;
  /** The version that every label must point to now, 0 for none. */
  readonly expectedVersion?: number | undefined;
  readonly message?: string | undefined;
  /** Moves the labels even when that breaks callers, or prompts that include this one. */
  readonly force?: boolean | undefined;
  readonly precondition?: Precondition | undefined;
  readonly by: Actor;
}

export type MoveLabelsOutcome =
  | {
      readonly kind: 'moved';
      readonly prompt: Prompt;
      readonly version: PromptVersion;
      /** The moves that brought the labels to the version: those of this call or, if no label had to move, the last ones. */
      readonly moves: readonly LabelMove[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | BreakingMoves
  | BreaksIncluders
  | VersionNotFound
  | LabelsProtected
  | { readonly kind: 'not-found' | 'archived' | 'precondition-failed' | 'conflict' };

/**
 * Points labels to a version in one revision: all of them move, or none. From then on, every read by one of them returns
 * the version. Other labels of the version stay. A locked label that points there already moves if what the version
 * includes has changed, which only who may move protected labels can want.
 */
export class MoveLabels {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly protection: ProtectedLabels,
    private readonly findRelease: FindRelease,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    request: MoveLabelsRequest,
    execution: Execution = UNLIMITED,
  ): Promise<MoveLabelsOutcome> {
    const { version: number, expectedVersion, message = '', precondition } = request;
    const { labels, problems } = parseLabels(request.labels);
    if (problems.length > 0) return { kind: 'invalid', problems };
    if (!isMessage(message)) return toInvalid('message', 'too-long');
    return this.retryWhileStale.execute<MoveLabelsOutcome>(
      { owner, of: reference, isCertain: true },
      async () => {
        const reading = await this.reader.read(owner, reference, { by: 'version', version: number });
        if (!reading) return { kind: 'not-found' };
        const { prompt, version } = reading;
        const isExpected =
          expectedVersion === undefined || labels.every((label) => (prompt.labels.get(label) ?? 0) === expectedVersion);
        if (!holds(precondition, prompt) || !isExpected) return { kind: 'precondition-failed' };
        if (!version) return { kind: 'version-not-found', prompt, version: number };
        if (prompt.archived) return { kind: 'archived' };
        return this.decide(prompt, version, labels, request, execution);
      },
      execution,
    );
  }

  private async decide(
    prompt: Prompt,
    version: PromptVersion,
    labels: readonly Label[],
    { message = '', force = false, precondition, by }: MoveLabelsRequest,
    execution: Execution,
  ): Promise<MoveLabelsOutcome | Stale> {
    const { owner, id } = prompt;
    const seen = new SeenPrompts(this.reader);
    const release = await this.findRelease.execute(seen, owner, version, execution);
    const outdated = canMoveProtected(by.channel) ? await this.findOutdated(prompt, version, labels, release) : [];
    const moving = labels.filter((label) => prompt.labels.get(label) !== version.version || outdated.includes(label));
    if (moving.length === 0) return this.confirm(prompt, version, labels, by);
    const move = { prompt, labels: moving, version, by };
    const refused = force ? undefined : await refuseBreakingMoves(seen, this.protection, move, execution);
    if (refused) return refused;
    const { reader, protection } = this;
    const change = toChange(
      prompt,
      moving.map((label) => [label, version.version]),
    );
    const guard = await guardIncluders({ reader, seen, protection }, { change, labels: moving, by, force }, execution);
    if (guard.kind !== 'guarded') return guard;
    const outcome = await this.writer.revise({
      owner,
      id,
      labels: moving.map((label) => {
        const again = outdated.includes(label) || undefined;
        return { label, to: version.version, message, release, again };
      }),
      by,
      at: this.clock.now(),
      preconditions: {
        ...guard.preconditions,
        ...seen.preconditions,
        ...requiredState(precondition, prompt),
        labels: seenLabels(prompt, moving),
      },
    });
    if (outcome.kind === 'stale' || outcome.kind === 'protected') return outcome;
    invariant(outcome.kind === 'revised', 'a label move is revised, protected or stale');
    return { kind: 'moved', prompt: outcome.prompt, version, moves: outcome.moves };
  }

  /** The labels that point to the version under a lock, but would serve something else with the includes of today. */
  private async findOutdated(
    { owner, id, labels: held }: Prompt,
    { version }: PromptVersion,
    labels: readonly Label[],
    release: Release,
  ): Promise<readonly Label[]> {
    if (!release.lock) return [];
    const outdated: Label[] = [];
    for (const label of labels) {
      if (held.get(label) !== version) continue;
      const reading = await this.reader.read(owner, { by: 'id', id }, { by: 'label', label });
      if (reading?.lock && reading.lock.fingerprint !== release.fingerprint) outdated.push(label);
    }
    return outdated;
  }

  /** Moving labels to where they already point records nothing. */
  private async confirm(
    prompt: Prompt,
    version: PromptVersion,
    labels: readonly Label[],
    by: Actor,
  ): Promise<MoveLabelsOutcome | Stale> {
    // Read before the prompt is confirmed: afterwards, the newest move may be a concurrent one.
    const moves: LabelMove[] = [];
    for (const label of labels) {
      moves.push(...(await this.reader.listMoves(prompt.owner, prompt.id, label, { limit: 1 })));
    }
    const outcome = await this.writer.confirm(prompt, by);
    return outcome.kind === 'confirmed' ? { kind: 'moved', prompt, version, moves } : outcome;
  }
}
