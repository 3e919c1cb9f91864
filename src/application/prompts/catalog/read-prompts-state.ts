import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptsState } from '../../../domain/prompts/write-id.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';

/** The state of the account's prompts: while it is unchanged, so is every response about them. */
export class ReadPromptsState {
  constructor(private readonly reader: PromptReader) {}

  execute(owner: AccountId): Promise<PromptsState> {
    return this.reader.readState(owner);
  }
}
