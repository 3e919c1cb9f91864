import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Count, CountPage } from '../../ports/prompts/prompt-catalog.ts';

export interface CountedPage {
  readonly counts: readonly Count[];
  /** The last name of this page if there is a next one. */
  readonly next: string | undefined;
}

/** The limit is more than people can use, and few enough for one response. */
export const COUNTS_MAX = 10_000;

/** The tags or folders in use, each with its number of prompts. */
export class ListCounts {
  constructor(private readonly count: (owner: AccountId, page: CountPage) => Promise<readonly Count[]>) {}

  async execute(owner: AccountId, after?: string): Promise<CountedPage> {
    // One more than fits shows whether there is a next page.
    const found = await this.count(owner, { after, limit: COUNTS_MAX + 1 });
    const counts = found.slice(0, COUNTS_MAX);
    return { counts, next: found.length > COUNTS_MAX ? counts.at(-1)?.name : undefined };
  }
}
