import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';

/** The account's revision: while it is unchanged, so is every list of the account's prompts. */
export class ReadPromptsRevision {
  constructor(private readonly reader: PromptReader) {}

  execute(owner: AccountId): Promise<number> {
    return this.reader.readRevision(owner);
  }
}
