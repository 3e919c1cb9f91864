import type { EncryptionKeys, KeyringState, ListedKey } from '../ports/encryption-keys.ts';
import type { KeyringHolder, KeyringRegister } from '../ports/keyring-register.ts';

export type PromoteEncryptionKeyOutcome =
  | { readonly kind: 'promoted'; readonly state: KeyringState; readonly former: string | undefined }
  | { readonly kind: 'unknown' | 'retired' }
  | { readonly kind: 'not-everywhere'; readonly holders: readonly KeyringHolder[] };

/** Makes this the key that seals. Refuses while any instance could not open what it seals. */
export class PromoteEncryptionKey {
  constructor(
    private readonly keys: EncryptionKeys,
    private readonly register: KeyringRegister,
  ) {}

  async execute(kid: string): Promise<PromoteEncryptionKeyOutcome> {
    const listed = await this.keys.list();
    const key = listed.find((candidate) => candidate.kid === kid);
    if (!key) return { kind: 'unknown' };

    const lacking = await this.holdersWithout(kid);
    if (lacking.length > 0) return { kind: 'not-everywhere', holders: lacking };
    if (!(await this.demandEverywhere(key))) return { kind: 'retired' };

    // Check again: an instance that started concurrently without the key announced itself before it read which keys it needs.
    const late = await this.holdersWithout(kid);
    if (late.length > 0) return { kind: 'not-everywhere', holders: late };

    const former = listed.find((candidate) => candidate.kid !== kid)?.kid;
    const state = await this.keys.promote(kid);
    return state ? { kind: 'promoted', state, former } : { kind: 'unknown' };
  }

  private async holdersWithout(kid: string): Promise<readonly KeyringHolder[]> {
    return (await this.register.holders()).filter(({ reads }) => !reads.includes(kid));
  }

  /** Records the key, without which no instance starts any more. False when it was retired. */
  private async demandEverywhere({ kid, check }: ListedKey): Promise<boolean> {
    const known = await this.register.record(new Map([[kid, check]]));
    if (known.get(kid)?.standing === 'retired') return false;
    // A retirement that failed or was interrupted left it closed. One in progress finds that it lost.
    return known.get(kid)?.standing === 'open' || (await this.register.change(kid, 'closed', 'open')) === 'changed';
  }
}
