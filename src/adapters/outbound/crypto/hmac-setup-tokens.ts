import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SetupTokens } from '../../../application/ports/secrets.ts';
import type { KeyringInUse } from './keyring/keyring.ts';

/** Milliseconds in base 36, 16 bytes and 32 bytes in base64url. */
const SHAPE = /^(?<claim>(?<expiry>[0-9a-z]{1,11})\.[\w-]{22})\.(?<signature>[\w-]{43})$/;

/**
 * `<expiry>.<nonce>.<signature>`, signed with the keyring: any instance can check what another one
 * printed, and nothing has to be stored until the first account is claimed.
 */
export class HmacSetupTokens implements SetupTokens {
  constructor(private readonly keyring: Pick<KeyringInUse, 'lookup'>) {}

  issue(expiresAt: Date): string {
    const claim = `${expiresAt.getTime().toString(36)}.${randomBytes(16).toString('base64url')}`;
    return `${claim}.${this.sign(claim)}`;
  }

  verify(token: string, now: Date) {
    const { claim = '', expiry = '', signature = '' } = SHAPE.exec(token)?.groups ?? {};
    // Compare the text, not the bytes: several base64url texts decode to the same bytes.
    const expected = Buffer.from(this.sign(claim));
    const presented = Buffer.from(signature);
    if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return 'invalid';
    return now.getTime() < Number.parseInt(expiry, 36) ? 'valid' : 'expired';
  }

  private sign(claim: string): string {
    return createHmac('sha256', this.keyring.lookup).update(`ph.setup.v1\0${claim}`).digest('base64url');
  }
}
