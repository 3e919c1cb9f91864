import { createHmac, randomBytes } from 'node:crypto';
import type { SetupTokens } from '../../../application/ports/setup-tokens.ts';
import type { Keyring } from './keyring.ts';

/**
 * `<expiry>.<nonce>.<signature>`, signed with the keyring: any instance can check what another one
 * printed, and nothing has to be stored until the first account is claimed.
 */
export class HmacSetupTokens implements SetupTokens {
  constructor(private readonly keyring: Keyring) {}

  issue(expiresAt: Date): string {
    const claim = `${expiresAt.getTime().toString(36)}.${randomBytes(16).toString('base64url')}`;
    return `${claim}.${this.sign(claim)}`;
  }

  private sign(claim: string): string {
    return createHmac('sha256', this.keyring.lookup).update(`ph.setup.v1\0${claim}`).digest('base64url');
  }
}
