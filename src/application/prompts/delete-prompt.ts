import type { AccountId } from '../../domain/accounts/account.ts';
import type { Channel } from '../../domain/channel.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter } from '../ports/prompts/prompt-writer.ts';
import { holds, type Precondition } from './precondition.ts';
import { findIncluders, type IncludedBy } from './read-includes.ts';
import { untilDecided } from './until-decided.ts';

export interface DeleteRequest {
  readonly precondition?: Precondition | undefined;
  readonly by: Channel;
}

export type DeletePromptOutcome =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'not-found' | 'precondition-failed' | 'conflict' }
  | LabelsProtected
  | IncludedBy;

/** Removes a prompt with its versions, unless a version of another one includes it. */
export class DeletePrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { precondition, by }: DeleteRequest,
  ): Promise<DeletePromptOutcome> {
    return untilDecided<DeletePromptOutcome>(async () => {
      // Read first, so that an include that appears later makes the decision stale.
      const accountRevision = await this.reader.readRevision(owner);
      const prompt = await this.reader.find(owner, reference);
      if (!prompt) return { kind: 'not-found' };
      if (!holds(precondition, prompt)) return { kind: 'precondition-failed' };
      const includers = await findIncluders(this.reader, owner, prompt.name);
      if (includers) return includers;

      const preconditions = { revision: prompt.revision, accountRevision };
      const outcome = await this.writer.remove({ owner, id: prompt.id, by, at: this.clock.now(), preconditions });
      return outcome.kind === 'removed' ? { kind: 'deleted' } : outcome;
    });
  }
}
