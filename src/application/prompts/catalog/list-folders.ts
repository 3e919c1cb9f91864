import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptCatalog } from '../../ports/prompts/prompt-catalog.ts';
import { type CountedPage, readCounts } from './read-counts.ts';

/** The folders in use, each with the number of prompts directly in it. */
export class ListFolders {
  constructor(private readonly catalog: PromptCatalog) {}

  execute(owner: AccountId, after?: string): Promise<CountedPage> {
    return readCounts(after, (page) => this.catalog.countByFolder(owner, page));
  }
}
