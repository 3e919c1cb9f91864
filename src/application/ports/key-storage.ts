import type { AccountId, AccountIdentity } from '../../domain/accounts/account.ts';
import type { KeyDigest, SealedKey, StoredKey } from '../../domain/accounts/api-key.ts';
import type { KeyRotation, RotationRecord } from '../../domain/accounts/key-rotation.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { VersionChoice } from '../../domain/prompts/prompt.ts';
import type { PrintedReading } from './prompts/prompt-reader.ts';

/**
 * Finds accounts by their one key, and replaces it.
 *
 * Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested
 * for every backend, by key-storage.contract.ts and outage.test.ts.
 */
export interface KeyStorage {
  /**
   * A retired digest finds nothing, on any instance, from the moment its rotation was applied. The account that probably
   * holds the digest may be found sooner; a wrong guess changes nothing else.
   */
  findByDigest(digest: KeyDigest, likely?: AccountId): Promise<AccountIdentity | undefined>;

  /** The account's id alone, together with its `PromptReader.readRevision`, in a single step. */
  findWithRevision(digest: KeyDigest, likely?: AccountId): Promise<PromptOwner | undefined>;

  /** The same, together with the account's `PromptReader.readPrinted` unless its content is large, in a single step. */
  findWithReading(digest: KeyDigest, likely: AccountId, selection: PromptSelection): Promise<PromptOwner | undefined>;

  /** Replaces the key and records the rotation if, and only if, the account still holds the retired one. Atomic. */
  apply(rotation: KeyRotation): Promise<'applied' | 'superseded'>;

  /** Whether this rotation was applied: for an `apply` whose reply was lost. */
  wasApplied(rotation: KeyRotation): Promise<boolean>;

  /**
   * Replaces the sealed form of the same key if, and only if, the account still holds `held`, so that a concurrent rotation
   * wins. Nothing else changes, and no rotation is recorded.
   */
  reseal(accountId: AccountId, held: StoredKey, sealed: SealedKey): Promise<'resealed' | 'superseded'>;

  /** Newest first, those with a number below `before`. Keeps the last 1,000 of each account. */
  rotations(accountId: AccountId, page: RotationPage): Promise<readonly RotationRecord[]>;
}

/** All that a call about prompts needs to know about the account. */
export interface PromptOwner {
  readonly id: AccountId;
  /** Raised by every change of any of the account's prompts. */
  readonly promptsRevision: number;
  /** Undefined if it was not read: it was not selected, is large, or does not exist. */
  readonly reading?: PrintedReading | undefined;
}

/** Larger content is not read before the account is known to have a place for the request. */
export const PREFETCH_BYTES_MAX = 16 * 1024;

/** A prompt and one of its versions. */
export interface PromptSelection {
  readonly reference: PromptReference;
  readonly choice: VersionChoice;
}

export interface RotationPage {
  readonly before?: number | undefined;
  readonly limit: number;
}
