import type { AccountRepository } from '../ports/account-repository.ts';
import type { EncryptionKeys, KeyringState } from '../ports/encryption-keys.ts';
import type { KeyringHolder, KeyringRegister } from '../ports/keyring-register.ts';
import type { KeySealing } from '../ports/secrets.ts';
import type { ResealWebhookSecrets } from '../webhooks/reseal-webhook-secrets.ts';

export type RetireEncryptionKeyOutcome =
  | { readonly kind: 'retired'; readonly state: KeyringState }
  | { readonly kind: 'unknown' | 'primary' | 'superseded' }
  | { readonly kind: 'in-use'; readonly holders: readonly KeyringHolder[] }
  /** How many accounts have a key, and how many webhooks a secret, that is sealed with it. */
  | { readonly kind: 'needed'; readonly accounts: number; readonly webhooks: number };

/**
 * Permanently removes an encryption key that nothing is sealed with.
 *
 * The order of steps guarantees that nothing will be sealed with it later either. First close the key: instances that read
 * its standing from now on seal with another one. Then list the instances that seal with it: each announced itself before
 * it read the standing, and stays listed until its last writes have arrived. If there is none, no more keys can be sealed
 * with it, and only then the accounts and their webhooks are searched. The file comes last: it is invalid without a key that is still open.
 */
export class RetireEncryptionKey {
  constructor(
    private readonly keys: EncryptionKeys,
    private readonly register: KeyringRegister,
    private readonly accounts: AccountRepository,
    private readonly sealing: KeySealing,
    private readonly secrets: Pick<ResealWebhookSecrets, 'countSealedWith'>,
  ) {}

  async execute(kid: string): Promise<RetireEncryptionKeyOutcome> {
    const [primary, ...others] = await this.keys.list();
    if (primary?.kid === kid) return { kind: 'primary' };
    const key = others.find((candidate) => candidate.kid === kid);
    if (!key) return { kind: 'unknown' };

    const known = await this.register.record(new Map([[kid, key.check]]));
    if (known.get(kid)?.standing !== 'retired') {
      const rejection = await this.retire(kid);
      if (rejection) return rejection;
    }
    const state = await this.keys.remove(kid);
    return state ? { kind: 'retired', state } : { kind: 'superseded' };
  }

  private async retire(kid: string): Promise<RetireEncryptionKeyOutcome | undefined> {
    const using = await this.writersOf(kid);
    if (using.length > 0) return { kind: 'in-use', holders: using };

    // An interrupted retirement may have closed it already.
    await this.register.change(kid, 'open', 'closed');
    const rejection = await this.checkOnceClosed(kid);
    if (rejection) {
      await this.register.change(kid, 'closed', 'open');
      return rejection;
    }
    // A concurrent promotion wins.
    return (await this.register.change(kid, 'closed', 'retired')) === 'changed' ? undefined : { kind: 'superseded' };
  }

  private async checkOnceClosed(kid: string): Promise<RetireEncryptionKeyOutcome | undefined> {
    const holders = await this.writersOf(kid);
    if (holders.length > 0) return { kind: 'in-use', holders };

    let [accounts, webhooks] = [0, 0];
    for await (const { id, key } of this.accounts.all()) {
      if (this.sealing.sealedWith(key.sealed) === kid) accounts += 1;
      webhooks += await this.secrets.countSealedWith(id, kid);
    }
    return accounts + webhooks > 0 ? { kind: 'needed', accounts, webhooks } : undefined;
  }

  private async writersOf(kid: string): Promise<readonly KeyringHolder[]> {
    return (await this.register.holders()).filter(({ writes }) => writes.includes(kid));
  }
}
