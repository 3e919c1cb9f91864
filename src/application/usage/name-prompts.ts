import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptId, PromptName } from '../../domain/naming/prompt-name.ts';
import type { PromptCatalog } from '../ports/prompts/prompt-catalog.ts';

/** The names that prompts have now, for usage that was recorded with their ids. Prompts that were deleted have none. */
export async function namePrompts(
  catalog: PromptCatalog,
  accountId: AccountId,
  used: readonly PromptId[],
): Promise<ReadonlyMap<PromptId, PromptName>> {
  const ids = [...new Set(used)];
  if (ids.length === 0) return new Map();
  const query = { ids, tags: [], archived: 'any', sort: 'name', order: 'ascending', limit: ids.length } as const;
  const prompts = await catalog.list(accountId, query);
  return new Map(prompts.map(({ id, name }) => [id, name]));
}
