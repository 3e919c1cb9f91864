import { expect } from 'vitest';
import type { PromptQuery, PromptSearch } from '../../../src/application/ports/prompts/prompt-catalog.ts';
import { ListPrompts } from '../../../src/application/prompts/catalog/list-prompts.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import { parseSearch } from '../../../src/domain/prompts/prompt-search.ts';
import type { PromptPorts } from '../in-memory/prompt-ports.ts';
import { aQuery } from './a-prompt.ts';

type SearchPorts = Pick<PromptPorts, 'catalog' | 'search'>;

/** Searches as the service does, through all pages. */
export async function searchPrompts(
  { catalog, search }: SearchPorts,
  owner: AccountId,
  text: string,
  query: Partial<PromptQuery> = {},
): Promise<readonly Prompt[]> {
  const parsed = parseSearch(text);
  invariant(parsed.kind === 'words', `${text} is a valid search`);
  const list = new ListPrompts(catalog, search);
  const found: Prompt[] = [];
  let after = query.after;
  do {
    const page = await list.execute(owner, aQuery({ ...query, after }), false, parsed.words);
    found.push(...page.prompts.map(({ prompt }) => prompt));
    after = page.next;
  } while (after);
  return found;
}

/** A search whose time is up at once finds the same through all of its pages, and a search stops with its request. */
export async function expectPartialPages(
  { catalog, search }: SearchPorts,
  hurried: PromptSearch,
  owner: AccountId,
  word: string,
  expectedCount: number,
): Promise<void> {
  const { ids, stoppedAt } = await hurried.search(owner, aQuery(), [word], new AbortController().signal);
  expect(ids.length).toBeLessThan(expectedCount);
  expect(stoppedAt).toBeDefined();

  const request = new AbortController();
  const searching = search.search(owner, aQuery(), [word], request.signal);
  request.abort('gone');
  await expect(searching).rejects.toBe('gone');

  for (const sort of ['name', 'updatedAt'] as const) {
    const expected = await namesFound({ catalog, search }, owner, word, { sort });
    expect(expected).toHaveLength(expectedCount);
    expect(await namesFound({ catalog, search: hurried }, owner, word, { sort })).toEqual(expected);
    expect(await namesFound({ catalog, search: hurried }, owner, 'needle', { sort, limit: 2 })).toEqual(expected);
  }
}

export const namesFound = async (...search: Parameters<typeof searchPrompts>): Promise<readonly string[]> =>
  (await searchPrompts(...search)).map(({ name }) => name);
