import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptCatalog, PromptFilter } from '../../ports/prompts/prompt-catalog.ts';

export class CountPrompts {
  constructor(private readonly catalog: Pick<PromptCatalog, 'count'>) {}

  execute(owner: AccountId, filter: PromptFilter): Promise<number> {
    return this.catalog.count(owner, filter);
  }
}
