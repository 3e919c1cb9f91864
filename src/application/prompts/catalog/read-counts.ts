import type { Count, CountPage } from '../../ports/prompts/prompt-catalog.ts';

export interface CountedPage {
  readonly counts: readonly Count[];
  /** The last name of this page if there is a next one. */
  readonly next: string | undefined;
}

/** The limit is more than people can use, and few enough for one response. */
export const COUNTS_MAX = 10_000;

export async function readCounts(
  after: string | undefined,
  count: (page: CountPage) => Promise<readonly Count[]>,
): Promise<CountedPage> {
  // One more than fits shows whether there is a next page.
  const found = await count({ after, limit: COUNTS_MAX + 1 });
  const counts = found.slice(0, COUNTS_MAX);
  return { counts, next: found.length > COUNTS_MAX ? counts.at(-1)?.name : undefined };
}
