import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptName, PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { PromptRepository } from '../ports/prompt-repository.ts';
import { includersIn } from './includers.ts';
import { DECISIONS_MAX, holds, type Precondition } from './precondition.ts';

export type DeletePromptOutcome =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'not-found' | 'precondition-failed' | 'conflict' }
  | { readonly kind: 'included-by'; readonly includers: readonly PromptName[] };

/** Removes a prompt with its versions, unless a version of another one includes it. */
export class DeletePrompt {
  constructor(private readonly prompts: PromptRepository) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    precondition: Precondition | undefined,
  ): Promise<DeletePromptOutcome> {
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      // Read first, so that an include that appears later makes the decision out of date.
      const accountRevision = await this.prompts.revisionOf(owner);
      const prompt = await this.prompts.find(owner, reference);
      if (!prompt) return { kind: 'not-found' };
      if (!holds(precondition, prompt)) return { kind: 'precondition-failed' };
      const includes = await this.prompts.includersOf(owner, prompt.name);
      const includers = includersIn(includes);
      if (includers.length > 0) return { kind: 'included-by', includers };

      const preconditions = { revision: prompt.revision, accountRevision };
      const outcome = await this.prompts.remove({ owner, id: prompt.id, preconditions });
      if (outcome === 'removed') return { kind: 'deleted' };
    }
    return { kind: 'conflict' };
  }
}
