import type { AccountId } from '../../domain/accounts/account.ts';
import type { ApiKey, KeyDigest, SealedKey, StoredKey } from '../../domain/accounts/api-key.ts';
import type { SessionDigest, SessionSecret } from '../../domain/accounts/session-secret.ts';
import type { SealedSecret, WebhookSecret } from '../../domain/webhooks/webhook-secret.ts';
import { StorageUnavailable } from './storage/storage-unavailable.ts';
import type { WebhookReference } from './webhooks/webhooks.ts';

export interface KeySealing {
  /** One-way and keyed: worthless to a thief who has only the storage. Throws KeyringReplaced. */
  digest(key: ApiKey): KeyDigest;

  /** Binds the sealed key to its owner: moved to another account, it does not open. Rejects with KeyringReplaced. */
  seal(key: ApiKey, owner: AccountId): Promise<{ readonly digest: KeyDigest; readonly sealed: SealedKey }>;

  /** Rejects with BrokenSeal if the sealed key was altered, moved or sealed with an unknown key, and with KeyringReplaced. */
  open(key: StoredKey, owner: AccountId): Promise<ApiKey>;

  /** The id of the encryption key that `seal` uses now. */
  writesWith(): Promise<string>;

  /** The id of the encryption key that a key was sealed with. */
  sealedWith(key: SealedKey): string;

  /** Whether a key was sealed with a keyring that was lost: it can neither be found nor opened again. */
  isLost(key: SealedKey): Promise<boolean>;

  /** True once the storage has another keyring than this process. */
  isReplaced(): boolean;
}

/**
 * The storage has another keyring than this process, so that it would take every valid key for a wrong one. The HTTP status
 * is 503, until this process is restarted.
 */
export class KeyringReplaced extends StorageUnavailable {
  override readonly name = 'KeyringReplaced';

  constructor() {
    super('', 'restart this process with the new file', undefined, 'the keyring of the storage was replaced');
  }
}

/** A sealed key that does not open: storage was tampered with, or the keyring is incomplete. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal';
}

/** Returns what `open` returns, or undefined if the seal is broken. */
export async function unlessBroken<Opened>(open: () => Promise<Opened>): Promise<Opened | undefined> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof BrokenSeal) return undefined;
    throw error;
  }
}

/** Seals the secrets of webhooks, with the encryption keys of KeySealing but a purpose of its own. */
export interface WebhookSecretSealing {
  /** Binds the sealed secret to its webhook: moved to another, it does not open. Rejects with KeyringReplaced. */
  seal(secret: WebhookSecret, owner: WebhookReference): Promise<SealedSecret>;

  /** Rejects with BrokenSeal if it was altered, moved or sealed with an unknown key, and with KeyringReplaced. */
  open(sealed: SealedSecret, owner: WebhookReference): Promise<WebhookSecret>;

  /** The id of the encryption key that a secret was sealed with. */
  sealedWith(sealed: SealedSecret): string;

  /** Whether a secret was sealed with a keyring that was lost: it cannot be opened again. */
  isLost(sealed: SealedSecret): Promise<boolean>;
}

export interface SessionSecrets {
  /** One-way. Needs no key and no salt, because 128 random bits cannot be guessed. */
  digest(secret: SessionSecret): SessionDigest;
}

/** Tokens in the setup link of the start banner, which let its reader open the first account. */
export interface SetupTokens {
  issue(expiresAt: Date): string;

  /** `invalid` means never issued for this storage. Does not check whether the token was used before. */
  verify(token: string, now: Date): 'valid' | 'expired' | 'invalid';
}
