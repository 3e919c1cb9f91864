import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import { isMessage } from '../../../domain/prompts/prompt-version.ts';
import type { BreakingChange } from '../../../domain/templates/variable-changes.ts';
import type { Clock } from '../../ports/environment.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter, Stale } from '../../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import { findBreakingMoves } from '../find-breaking-moves.ts';
import { findProtected } from '../find-protected.ts';
import { SeenPrompts } from '../includes/seen-prompts.ts';
import type { VersionNotFound } from '../missing-version.ts';
import { holds, type Precondition, requiredState, seenLabels } from '../precondition.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';

export interface MoveLabelRequest {
  readonly label: Label;
  readonly version: number;
  /** The version that the label must point to now, 0 for none. */
  readonly expectedVersion?: number | undefined;
  readonly message?: string | undefined;
  /** Moves the label even when that breaks callers. */
  readonly force?: boolean | undefined;
  readonly precondition?: Precondition | undefined;
  readonly by: Actor;
}

export type MoveLabelOutcome =
  | { readonly kind: 'moved'; readonly move: LabelMove; readonly prompt: Prompt }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | VersionNotFound
  | LabelsProtected
  | { readonly kind: 'not-found' | 'archived' | 'precondition-failed' | 'conflict' };

/** Points a label to a version. From then on, every read by that label returns it. */
export class MoveLabel {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly protection: ProtectedLabels,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    request: MoveLabelRequest,
    execution: Execution = UNLIMITED,
  ): Promise<MoveLabelOutcome> {
    if (!isMessage(request.message ?? '')) {
      return { kind: 'invalid', problems: [{ path: 'message', problem: 'too-long' }] };
    }
    return this.retryWhileStale.execute<MoveLabelOutcome>(
      { owner, of: reference, isCertain: true },
      async () => {
        const prompt = await this.reader.find(owner, reference);
        if (!prompt) return { kind: 'not-found' };
        if (!holds(request.precondition, prompt)) return { kind: 'precondition-failed' };
        return this.decide(prompt, request, execution);
      },
      execution,
    );
  }

  private async decide(
    prompt: Prompt,
    request: MoveLabelRequest,
    execution: Execution,
  ): Promise<MoveLabelOutcome | Stale> {
    const { owner, id } = prompt;
    const { label, version, expectedVersion, message = '', force = false, precondition, by } = request;
    const isExpected = expectedVersion === undefined || expectedVersion === (prompt.labels.get(label) ?? 0);
    if (!isExpected) return { kind: 'precondition-failed' };
    if (version > prompt.latestVersion) return { kind: 'version-not-found', prompt, version };
    if (prompt.archived) return { kind: 'archived' };
    if (prompt.labels.get(label) === version) return this.confirmMove(prompt, label, by);
    const seen = new SeenPrompts(this.reader);
    if (!force && prompt.labels.has(label)) {
      const target = await this.reader.findVersion(owner, id, version);
      // The version was deleted concurrently, with its prompt.
      if (!target) return { kind: 'stale' };
      const changes = await findBreakingMoves(seen, prompt, [label], target, execution);
      if (changes.length > 0) {
        return (await findProtected(this.protection, owner, [label], by)) ?? { kind: 'breaking', changes };
      }
    }
    const outcome = await this.writer.revise({
      owner,
      id,
      labels: [{ label, to: version, message }],
      by,
      at: this.clock.now(),
      preconditions: {
        ...seen.preconditions,
        ...requiredState(precondition, prompt),
        labels: seenLabels(prompt, [label]),
      },
    });
    if (outcome.kind === 'stale' || outcome.kind === 'protected') return outcome;
    invariant(outcome.kind === 'revised', 'a label move is revised, protected or stale');
    const [move] = outcome.moves;
    invariant(move !== undefined, 'a label that pointed elsewhere has moved');
    return { kind: 'moved', move, prompt: outcome.prompt };
  }

  /** Moving a label to where it already points records nothing: return the move that brought it there. */
  private async confirmMove(prompt: Prompt, label: Label, by: Actor): Promise<MoveLabelOutcome | Stale> {
    // Read before the prompt is confirmed: afterwards, the newest move may be a concurrent one.
    const [move] = await this.reader.listMoves(prompt.owner, prompt.id, label, { limit: 1 });
    const outcome = await this.writer.confirm(prompt, by);
    if (outcome.kind === 'stale') return outcome;
    invariant(move !== undefined, 'a label that points to a version was moved there');
    return { kind: 'moved', move, prompt };
  }
}
