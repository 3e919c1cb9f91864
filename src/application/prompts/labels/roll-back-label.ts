import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { Clock } from '../../ports/environment.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter } from '../../ports/prompts/prompt-writer.ts';
import type { LabelNotFound } from '../missing-version.ts';
import { holds, type Precondition, unchangedSince } from '../precondition.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';

export interface RollBackRequest {
  readonly label: Label;
  readonly precondition?: Precondition | undefined;
  readonly by: Actor;
}

export type RollBackLabelOutcome =
  | { readonly kind: 'moved'; readonly move: LabelMove; readonly prompt: Prompt }
  | LabelNotFound
  | LabelsProtected
  | { readonly kind: 'not-found' | 'nothing-to-roll-back' | 'archived' | 'precondition-failed' | 'conflict' };

/** Moves a label back to the version before its last move, as a new move. For emergencies, so it ignores breaking changes. */
export class RollBackLabel {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { label, precondition, by }: RollBackRequest,
    execution: Execution = UNLIMITED,
  ): Promise<RollBackLabelOutcome> {
    return this.retryWhileStale.execute<RollBackLabelOutcome>(
      { owner, of: reference, isCertain: true },
      async () => {
        const prompt = await this.reader.find(owner, reference);
        if (!prompt) return { kind: 'not-found' };
        const [last] = await this.reader.listMoves(owner, prompt.id, label, { limit: 1 });
        if (!last) return { kind: 'label-not-found', prompt, label };
        if (!holds(precondition, prompt)) return { kind: 'precondition-failed' };
        if (prompt.archived) return { kind: 'archived' };
        if (last.previous === null) return { kind: 'nothing-to-roll-back' };

        const outcome = await this.writer.revise({
          owner,
          id: prompt.id,
          labels: [{ label, to: last.previous, message: 'roll back' }],
          by,
          at: this.clock.now(),
          preconditions: unchangedSince(prompt),
        });
        if (outcome.kind === 'stale' || outcome.kind === 'protected') return outcome;
        invariant(outcome.kind === 'revised', 'a label move is revised, protected or stale');
        const [move] = outcome.moves;
        invariant(move !== undefined, 'the version before the last move is a different one');
        return { kind: 'moved', move, prompt: outcome.prompt };
      },
      execution,
    );
  }
}
