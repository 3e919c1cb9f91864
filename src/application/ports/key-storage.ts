import type { AccountId, AccountIdentity } from '../../domain/accounts/account.ts';
import type { KeyDigest, SealedKey, StoredKey } from '../../domain/accounts/api-key.ts';
import type { KeyRotation, RotationRecord } from '../../domain/accounts/key-rotation.ts';

/**
 * Finds accounts by their one key, and replaces it.
 *
 * Rejects with StorageUnavailable when the backend cannot answer. Every sentence here is tested
 * for every backend, by key-storage.contract.ts and outage.test.ts.
 */
export interface KeyStorage {
  /** A retired digest finds nothing, on any instance, from the moment its rotation was applied. */
  findByDigest(digest: KeyDigest): Promise<AccountIdentity | undefined>;

  /** The same, with what `PromptRepository.revisionOf` answers for the account: both in as many steps as the one. */
  findWithRevision(digest: KeyDigest): Promise<PromptOwner | undefined>;

  /** Replaces the key and records the rotation if, and only if, the account still holds the retired one. Atomic. */
  apply(rotation: KeyRotation): Promise<'applied' | 'superseded'>;

  /** Whether that very rotation was applied: tells after an `apply` whose answer was lost. */
  wasApplied(rotation: KeyRotation): Promise<boolean>;

  /**
   * The same key sealed anew. Done if, and only if, the account still holds that key sealed in that way, so that a rotation
   * at the same moment wins. Nothing else changes, and no rotation is recorded.
   */
  reseal(accountId: AccountId, held: StoredKey, sealed: SealedKey): Promise<'resealed' | 'superseded'>;

  /** Newest first, those with a number below `before`. Keeps the last 1,000 of each account. */
  rotations(accountId: AccountId, page: RotationPage): Promise<readonly RotationRecord[]>;
}

export interface PromptOwner {
  readonly account: AccountIdentity;
  /** Raised by every change of any of the account's prompts. */
  readonly promptsRevision: number;
}

export interface RotationPage {
  readonly before?: number | undefined;
  readonly limit: number;
}
