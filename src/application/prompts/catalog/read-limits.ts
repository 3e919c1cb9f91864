import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Quotas, StorageUse } from '../../../domain/prompts/quotas.ts';
import type { PromptCatalog } from '../../ports/prompts/prompt-catalog.ts';

export interface AccountLimits {
  readonly use: StorageUse;
  readonly quotas: Quotas;
}

/** Reads how much an account stores, and how much it may. */
export class ReadLimits {
  constructor(
    private readonly catalog: PromptCatalog,
    private readonly quotas: Quotas,
  ) {}

  async execute(owner: AccountId): Promise<AccountLimits> {
    return { use: await this.catalog.readUse(owner), quotas: this.quotas };
  }
}
