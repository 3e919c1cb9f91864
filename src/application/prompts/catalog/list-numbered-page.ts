import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptCatalog, PromptFilter } from '../../ports/prompts/prompt-catalog.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';

/** A page by its number, which begins with 1. */
export interface NumberedPage {
  readonly page: number;
  readonly limit: number;
}

export interface NumberedPrompts {
  readonly prompts: readonly { readonly prompt: Prompt; readonly latestConfig: JsonObject }[];
  /** The number of prompts on all pages. */
  readonly total: number;
}

/** How many prompts a client can reach by page numbers: those before a page must be skipped one by one. */
export const NUMBERED_PROMPTS_MAX = 10_000;

/** Few enough not to occupy all connections to the storage. */
const CONFIGS_AT_A_TIME = 8;

/** Lists prompts by name in numbered pages, for clients that know no cursors, with the config of their latest versions. */
export class ListNumberedPage {
  constructor(
    private readonly catalog: Pick<PromptCatalog, 'list' | 'count'>,
    private readonly reader: Pick<PromptReader, 'listVersions'>,
  ) {}

  async execute(
    owner: AccountId,
    filter: PromptFilter,
    { page, limit }: NumberedPage,
    { signal }: Pick<Execution, 'signal'> = UNLIMITED,
  ): Promise<NumberedPrompts> {
    const total = await this.catalog.count(owner, filter);
    const skip = (page - 1) * limit;
    if (skip >= total) return { prompts: [], total };
    const query = { ...filter, sort: 'name', order: 'ascending', limit } as const;
    const listed = await this.catalog.list(owner, query, skip);
    const prompts: NumberedPrompts['prompts'][number][] = [];
    for (let first = 0; first < listed.length; first += CONFIGS_AT_A_TIME) {
      signal.throwIfAborted();
      const batch = listed.slice(first, first + CONFIGS_AT_A_TIME);
      prompts.push(...(await Promise.all(batch.map((prompt) => this.withConfig(prompt)))));
    }
    return { prompts, total };
  }

  /** Adds the config without loading the content, which can be a thousand times as large. */
  private async withConfig(prompt: Prompt) {
    const [latest] = await this.reader.listVersions(prompt.owner, prompt.id, { limit: 1 });
    // A missing version means that the prompt was deleted concurrently.
    return { prompt, latestConfig: latest?.config ?? {} };
  }
}
