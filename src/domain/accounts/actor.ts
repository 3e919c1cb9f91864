import type { Channel } from '../channel.ts';
import type { KeyDigest } from './api-key.ts';

/**
 * The key or session that a request was admitted with: the digest of the key, or the account's session epoch when the
 * session was found. Neither comes back once the account has another one.
 */
export type Credential = KeyCredential | { readonly kind: 'session'; readonly epoch: number };

export interface KeyCredential {
  readonly kind: 'key';
  readonly digest: KeyDigest;
}

/** The author of a write: the interface it came through, and the credential it was admitted with. */
export interface Actor {
  readonly channel: Channel;
  /** A write is applied only while the account still has it. Undefined for operators, who need none. */
  readonly credential?: Credential | undefined;
}
