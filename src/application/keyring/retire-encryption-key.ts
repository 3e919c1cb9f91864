import type { AccountRepository } from '../ports/account-repository.ts';
import type { EncryptionKeys, KeyringState } from '../ports/encryption-keys.ts';
import type { KeyringHolder, KeyringRegister } from '../ports/keyring-register.ts';
import type { KeySealing } from '../ports/secrets.ts';

export type RetireEncryptionKeyOutcome =
  | { readonly kind: 'retired'; readonly state: KeyringState }
  | { readonly kind: 'unknown' | 'primary' | 'superseded' }
  | { readonly kind: 'in-use'; readonly holders: readonly KeyringHolder[] }
  | { readonly kind: 'needed'; readonly accounts: number };

/**
 * Removes a key that nothing is sealed with, for good.
 *
 * That nothing will be either is made sure by the order of steps. First the key is closed: who looks from now on seals with
 * another one. Then we look who seals with it. Whoever does has told so before he looked, so he is seen; and he counts until
 * his last writes have arrived. With nobody seen, no key can come to be sealed with it any more, and only then
 * the accounts are looked through. The file comes last: without its key, but with that key still open, it would be refused.
 */
export class RetireEncryptionKey {
  constructor(
    private readonly keys: EncryptionKeys,
    private readonly register: KeyringRegister,
    private readonly accounts: AccountRepository,
    private readonly sealing: KeySealing,
  ) {}

  async execute(kid: string): Promise<RetireEncryptionKeyOutcome> {
    const [primary, ...others] = await this.keys.list();
    if (primary?.kid === kid) return { kind: 'primary' };
    const key = others.find((candidate) => candidate.kid === kid);
    if (!key) return { kind: 'unknown' };

    const known = await this.register.record(new Map([[kid, key.check]]));
    if (known.get(kid)?.standing !== 'retired') {
      const refusal = await this.retire(kid);
      if (refusal) return refusal;
    }
    const state = await this.keys.remove(kid);
    return state ? { kind: 'retired', state } : { kind: 'superseded' };
  }

  private async retire(kid: string): Promise<RetireEncryptionKeyOutcome | undefined> {
    const using = await this.writersOf(kid);
    if (using.length > 0) return { kind: 'in-use', holders: using };

    // It may be closed already, by a retirement that was broken off.
    await this.register.change(kid, 'open', 'closed');
    const refusal = await this.refusalOnceClosed(kid);
    if (refusal) {
      await this.register.change(kid, 'closed', 'open');
      return refusal;
    }
    // Who has promoted it meanwhile wins.
    return (await this.register.change(kid, 'closed', 'retired')) === 'changed' ? undefined : { kind: 'superseded' };
  }

  private async refusalOnceClosed(kid: string): Promise<RetireEncryptionKeyOutcome | undefined> {
    const holders = await this.writersOf(kid);
    if (holders.length > 0) return { kind: 'in-use', holders };

    let accounts = 0;
    for await (const { key } of this.accounts.all()) if (this.sealing.sealedWith(key.sealed) === kid) accounts += 1;
    return accounts > 0 ? { kind: 'needed', accounts } : undefined;
  }

  private async writersOf(kid: string): Promise<readonly KeyringHolder[]> {
    return (await this.register.holders()).filter(({ writes }) => writes.includes(kid));
  }
}
