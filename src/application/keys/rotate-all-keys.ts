import type { Account, AccountIdentity } from '../../domain/accounts/account.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { KeySealing } from '../ports/secrets.ts';
import type { RotateKey } from './rotate-key.ts';

export interface RotatedKey {
  readonly account: AccountIdentity;
  readonly key: ApiKey;
}

/** Lets operators replace the keys of all accounts, or of those whose key was lost with its keyring. */
export class RotateAllKeys {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly sealing: KeySealing,
    private readonly rotateKey: Pick<RotateKey, 'execute'>,
  ) {}

  /** Yields each account once its new key is stored. */
  async *execute({ onlyLost }: { readonly onlyLost: boolean }): AsyncIterable<RotatedKey> {
    for await (const account of this.accounts.all()) {
      const key = await this.rotate(account, onlyLost);
      if (key) yield { account, key };
    }
  }

  /** Undefined when there is nothing to replace, or the account was deleted. */
  private async rotate(account: Account, onlyLost: boolean): Promise<ApiKey | undefined> {
    // After losing to another rotation, look at the key that won.
    for (let held: Account | undefined = account; held; held = await this.accounts.find(account.id)) {
      if (onlyLost && !(await this.sealing.isLost(held.key.sealed))) return undefined;
      const outcome = await this.rotateKey.execute(held.id, held.key.digest, { by: 'cli', address: null });
      if (outcome.kind === 'rotated') return outcome.key;
    }
    return undefined;
  }
}
