import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptId, PromptName } from '../../../domain/naming/prompt-name.ts';
import type { PromptCatalog, PromptPosition } from '../../ports/prompts/prompt-catalog.ts';

/** Covers all names of a small account. A large one can have 100,000: there, it covers those that begin alike. */
const NAMES_EACH_WAY = 50;

/** The names that come right before and after one that no prompt has, to suggest what was meant. */
export class ListNeighboringNames {
  constructor(private readonly catalog: PromptCatalog) {}

  async execute(owner: AccountId, name: PromptName): Promise<readonly PromptName[]> {
    // Only the name counts in a list that is sorted by name.
    const after: PromptPosition = { name, updatedAt: new Date(0), id: '' as PromptId };
    // The query has no filters, so that no backend looks at more prompts than it returns.
    const query = { tags: [], archived: 'any', sort: 'name', after, limit: NAMES_EACH_WAY } as const;
    const prompts = await Promise.all([
      this.catalog.list(owner, { ...query, order: 'ascending' }),
      this.catalog.list(owner, { ...query, order: 'descending' }),
    ]);
    return prompts.flat().map((prompt) => prompt.name);
  }
}
