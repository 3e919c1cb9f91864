import type { AccountId, AccountIdentity } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import type { KeyDigest, SealedKey, StoredKey } from '../../domain/accounts/api-key.ts';
import type { KeyRotation, RotationRecord } from '../../domain/accounts/key-rotation.ts';
import type { PromptsState } from '../../domain/prompts/write-id.ts';

/**
 * Finds accounts by their one key, and replaces it.
 *
 * Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested
 * for every backend, by key-storage.contract.ts and outage.test.ts.
 */
export interface KeyStorage {
  /** A retired digest finds nothing, on any instance, from the moment its rotation was applied. */
  findByDigest(digest: KeyDigest): Promise<AccountIdentity | undefined>;

  /** The account's id alone, together with its `PromptReader.readRevision` and `readState`, in a single step. */
  findWithRevision(digest: KeyDigest): Promise<PromptOwner | undefined>;

  /**
   * Replaces the key and records the rotation if, and only if, the account still holds the retired one. Atomic. With a
   * credential, guarded like PromptWriter's writes.
   */
  apply(rotation: KeyRotation, credential?: Credential): Promise<'applied' | 'superseded'>;

  /** Whether this rotation was applied, which is unknown after an `apply` whose reply was lost. */
  wasApplied(rotation: KeyRotation): Promise<boolean>;

  /**
   * Replaces the sealed form of the same key if, and only if, the account still holds `held`, so that a concurrent rotation
   * wins. Nothing else changes, and no rotation is recorded.
   */
  reseal(accountId: AccountId, held: StoredKey, sealed: SealedKey): Promise<'resealed' | 'superseded'>;

  /** Newest first, those with a number below `before`. Keeps the last 1,000 of each account. */
  rotations(accountId: AccountId, page: RotationPage): Promise<readonly RotationRecord[]>;
}

/** The facts about an account that a call about prompts needs. */
export interface PromptOwner {
  readonly id: AccountId;
  /** Raised by every change of any of the account's prompts. */
  readonly promptsRevision: number;
  /** The same only as long as nothing has changed, also if revisions are used again after a failover or a restore. */
  readonly promptsState: PromptsState;
}

export interface RotationPage {
  readonly before?: number | undefined;
  readonly limit: number;
}
