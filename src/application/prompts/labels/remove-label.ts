import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { Clock } from '../../ports/environment.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { Include, PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter } from '../../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import { type BreaksIncluders, guardIncluders } from '../guard-includers.ts';
import { toChange } from '../includes/prospective-change.ts';
import { findIncluders, type IncludedBy } from '../includes/read-includes.ts';
import { SeenPrompts } from '../includes/seen-prompts.ts';
import type { LabelNotFound } from '../missing-version.ts';
import { holds, type Precondition, requiredState, seenLabels } from '../precondition.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';

export interface RemoveLabelRequest {
  readonly label: Label;
  readonly precondition?: Precondition | undefined;
  readonly by: Actor;
}

export type RemoveLabelOutcome =
  | { readonly kind: 'removed' }
  | LabelNotFound
  | LabelsProtected
  | { readonly kind: 'not-found' | 'archived' | 'precondition-failed' | 'conflict' }
  | BreaksIncluders
  | IncludedBy;

/** Removes a label. Its history stays, with the removal as its newest move. */
export class RemoveLabel {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly protection: Pick<ProtectedLabels, 'read'>,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { label, precondition, by }: RemoveLabelRequest,
    execution: Execution = UNLIMITED,
  ): Promise<RemoveLabelOutcome> {
    return this.retryWhileStale.execute<RemoveLabelOutcome>(
      { owner, of: reference, isCertain: true },
      async () => {
        const prompt = await this.reader.find(owner, reference);
        if (!prompt) return { kind: 'not-found' };
        if (!prompt.labels.has(label)) return { kind: 'label-not-found', prompt, label };
        if (!holds(precondition, prompt)) return { kind: 'precondition-failed' };
        if (prompt.archived) return { kind: 'archived' };
        const includers = await findIncluders(this.reader, owner, prompt.name, selects(label));
        if (includers) return includers;
        // Without production, includes that name no label select the latest version.
        const { reader, protection } = this;
        const seen = new SeenPrompts(reader);
        const change = { change: toChange(prompt, [[label, null]]), labels: [label], by };
        const guard = await guardIncluders({ reader, seen, protection }, change, execution);
        if (guard.kind !== 'guarded') return guard;

        const outcome = await this.writer.revise({
          owner,
          id: prompt.id,
          labels: [{ label, to: null, message: '' }],
          by,
          at: this.clock.now(),
          preconditions: {
            notIncluded: { label },
            ...guard.preconditions,
            ...seen.preconditions,
            ...requiredState(precondition, prompt),
            labels: seenLabels(prompt, [label]),
          },
        });
        if (outcome.kind === 'stale' || outcome.kind === 'protected') return outcome;
        invariant(outcome.kind === 'revised', 'a label removal is revised, protected or stale');
        return { kind: 'removed' };
      },
      execution,
    );
  }
}

const selects =
  (label: Label) =>
  ({ target: { selector } }: Include): boolean =>
    selector?.by === 'label' && selector.label === label;
