import type { AccountId } from '../../../domain/accounts/account.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { Execution } from '../../ports/execution.ts';
import type { MoveLabels, MoveLabelsOutcome, MoveLabelsRequest } from './move-labels.ts';

export interface MoveLabelRequest extends Omit<MoveLabelsRequest, 'labels'> {
  readonly label: Label;
}

export type MoveLabelOutcome =
  | { readonly kind: 'moved'; readonly move: LabelMove; readonly prompt: Prompt }
  | Exclude<MoveLabelsOutcome, { readonly kind: 'moved' }>;

/** Points one label to a version, and returns the move that brought it there. */
export class MoveLabel {
  constructor(private readonly moveLabels: MoveLabels) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { label, ...request }: MoveLabelRequest,
    execution?: Execution,
  ): Promise<MoveLabelOutcome> {
    const outcome = await this.moveLabels.execute(owner, reference, { ...request, labels: [label] }, execution);
    if (outcome.kind !== 'moved') return outcome;
    const [move] = outcome.moves;
    invariant(move !== undefined, 'a label that points to a version was moved there');
    return { kind: 'moved', move, prompt: outcome.prompt };
  }
}
