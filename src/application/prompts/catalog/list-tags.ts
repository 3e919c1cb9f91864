import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Count, PromptCatalog } from '../../ports/prompt-catalog.ts';

/** The tags in use, each with the number of prompts that have it. */
export class ListTags {
  constructor(private readonly catalog: PromptCatalog) {}

  execute(owner: AccountId): Promise<readonly Count[]> {
    return this.catalog.countByTag(owner);
  }
}
