import type { SessionDigest, SessionSecret } from '../../domain/accounts/session-secret.ts';

export interface SessionSecrets {
  /** One-way; needs no key and no salt, because nobody can guess 128 random bits. */
  digest(secret: SessionSecret): SessionDigest;
}
