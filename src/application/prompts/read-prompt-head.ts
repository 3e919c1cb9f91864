import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { VersionChoice } from '../../domain/prompts/prompt.ts';
import type { PromptHead, PromptReader } from '../ports/prompts/prompt-reader.ts';

/** Reads enough to respond "not modified", without loading any content. */
export class ReadPromptHead {
  constructor(private readonly reader: PromptReader) {}

  execute(owner: AccountId, reference: PromptReference, choice: VersionChoice): Promise<PromptHead | undefined> {
    return this.reader.readHead(owner, reference, choice);
  }
}
