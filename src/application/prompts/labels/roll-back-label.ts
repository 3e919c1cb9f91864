import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Channel } from '../../../domain/channel.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Label } from '../../../domain/prompts/naming/label.ts';
import type { PromptReference } from '../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { Clock } from '../../ports/environment.ts';
import type { PromptRepository } from '../../ports/prompt-repository.ts';
import { DECISIONS_MAX, holds, type Precondition } from '../precondition.ts';

export interface RollBackRequest {
  readonly label: Label;
  readonly precondition?: Precondition | undefined;
  readonly by: Channel;
}

export type RollBackLabelOutcome =
  | { readonly kind: 'moved'; readonly move: LabelMove; readonly prompt: Prompt }
  | {
      readonly kind:
        | 'not-found'
        | 'label-not-found'
        | 'nothing-to-roll-back'
        | 'archived'
        | 'precondition-failed'
        | 'conflict';
    };

/** Back to the version before the last move, as a new move. Whoever rolls back is in need: nothing is called breaking. */
export class RollBackLabel {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { label, precondition, by }: RollBackRequest,
  ): Promise<RollBackLabelOutcome> {
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const prompt = await this.prompts.find(owner, reference);
      if (!prompt) return { kind: 'not-found' };
      const [last] = await this.prompts.moves(owner, prompt.id, label, { limit: 1 });
      if (!last) return { kind: 'label-not-found' };
      if (!holds(precondition, prompt)) return { kind: 'precondition-failed' };
      if (prompt.archived) return { kind: 'archived' };
      if (last.previous === null) return { kind: 'nothing-to-roll-back' };

      const outcome = await this.prompts.revise({
        owner,
        id: prompt.id,
        labels: [{ label, to: last.previous, message: 'roll back' }],
        by,
        at: this.clock.now(),
        preconditions: { revision: prompt.revision },
      });
      if (outcome.kind !== 'revised') continue;
      const [move] = outcome.moves;
      invariant(move !== undefined, 'the version before the last move is another one');
      return { kind: 'moved', move, prompt: outcome.prompt };
    }
    return { kind: 'conflict' };
  }
}
