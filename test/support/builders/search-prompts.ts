import type { PromptQuery } from '../../../src/application/ports/prompts/prompt-catalog.ts';
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

export const namesFound = async (...search: Parameters<typeof searchPrompts>): Promise<readonly string[]> =>
  (await searchPrompts(...search)).map(({ name }) => name);
