import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { SearchWords } from '../../../domain/prompts/prompt-search.ts';
import type { Execution } from '../../ports/execution.ts';
import type { PromptCatalog, PromptFilter, PromptSearch } from '../../ports/prompts/prompt-catalog.ts';

export interface SkippedPage {
  readonly skip: number;
  readonly limit: number;
}

export interface SkippedPrompts {
  readonly prompts: readonly Prompt[];
  /** The number of prompts on all pages; of a search, of those that it has found so far. */
  readonly total: number;
}

/** Lists prompts that changed last first, for clients that know no cursors. */
export class ListSkippedPage {
  constructor(
    private readonly catalog: Pick<PromptCatalog, 'list' | 'count'>,
    private readonly search: PromptSearch,
  ) {}

  async execute(
    owner: AccountId,
    filter: PromptFilter,
    words: SearchWords,
    { skip, limit }: SkippedPage,
    { signal }: Pick<Execution, 'signal'>,
  ): Promise<SkippedPrompts> {
    const query = { ...filter, sort: 'updatedAt', order: 'descending', limit } as const;
    const { ids = undefined } =
      words.length === 0 ? {} : await this.search.search(owner, { ...query, limit: skip + limit + 1 }, words, signal);
    const total = ids?.length === 0 ? 0 : await this.catalog.count(owner, { ...filter, ...(ids && { ids }) });
    if (skip >= total) return { prompts: [], total };
    return { prompts: await this.catalog.list(owner, { ...query, ...(ids && { ids }) }, skip), total };
  }
}
