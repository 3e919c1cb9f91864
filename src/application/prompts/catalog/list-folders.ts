import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Count, PromptCatalog } from '../../ports/prompt-catalog.ts';

/** The folders in use, each with the number of prompts directly in it. */
export class ListFolders {
  constructor(private readonly catalog: PromptCatalog) {}

  execute(owner: AccountId): Promise<readonly Count[]> {
    return this.catalog.countByFolder(owner);
  }
}
