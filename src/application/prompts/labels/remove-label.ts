import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Channel } from '../../../domain/channel.ts';
import type { Label } from '../../../domain/prompts/naming/label.ts';
import type { PromptName, PromptReference } from '../../../domain/prompts/naming/prompt-name.ts';
import type { Clock } from '../../ports/environment.ts';
import type { Include, PromptRepository } from '../../ports/prompt-repository.ts';
import { includersIn } from '../includers.ts';
import { DECISIONS_MAX, holds, type Precondition } from '../precondition.ts';

export interface RemoveLabelRequest {
  readonly label: Label;
  readonly precondition?: Precondition | undefined;
  readonly by: Channel;
}

export type RemoveLabelOutcome =
  | { readonly kind: 'removed' }
  | { readonly kind: 'not-found' | 'label-not-found' | 'archived' | 'precondition-failed' | 'conflict' }
  | { readonly kind: 'included-by'; readonly includers: readonly PromptName[] };

/** Takes a label away. Its history stays, with the removal as its newest step. */
export class RemoveLabel {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { label, precondition, by }: RemoveLabelRequest,
  ): Promise<RemoveLabelOutcome> {
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      // Read first, so that an include that appears later makes the decision out of date.
      const accountRevision = await this.prompts.revisionOf(owner);
      const prompt = await this.prompts.find(owner, reference);
      if (!prompt) return { kind: 'not-found' };
      if (!prompt.labels.has(label)) return { kind: 'label-not-found' };
      if (!holds(precondition, prompt)) return { kind: 'precondition-failed' };
      if (prompt.archived) return { kind: 'archived' };
      const includes = (await this.prompts.includersOf(owner, prompt.name)).filter(names(label));
      const includers = includersIn(includes);
      if (includers.length > 0) return { kind: 'included-by', includers };

      const outcome = await this.prompts.revise({
        owner,
        id: prompt.id,
        labels: [{ label, to: null, message: '' }],
        by,
        at: this.clock.now(),
        preconditions: { revision: prompt.revision, accountRevision },
      });
      if (outcome.kind === 'revised') return { kind: 'removed' };
    }
    return { kind: 'conflict' };
  }
}

const names =
  (label: Label) =>
  ({ target: { selector } }: Include): boolean =>
    selector?.by === 'label' && selector.label === label;
