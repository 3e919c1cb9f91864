import type { AccountId } from '../../../domain/accounts/account.ts';
import type { StoredKey } from '../../../domain/accounts/api-key.ts';
import type { Change } from '../../../domain/changes/change.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptId } from '../../../domain/naming/prompt-name.ts';
import type { PromptType } from '../../../domain/prompts/prompt.ts';
import type { ContentHash, PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import type { WebhookId } from '../../../domain/webhooks/webhook.ts';
import type { SealedSecret } from '../../../domain/webhooks/webhook-secret.ts';

/** Something wrong in the storage. Carries ids only, never other data of an account. */
export interface StorageFault {
  /** A stable code for programs: `index`, `leftover`, `version` … */
  readonly kind: string;
  readonly what: string;
  readonly accountId?: AccountId | undefined;
  readonly promptId?: PromptId | undefined;
  readonly repaired: boolean;
}

/** The kind of a fault after which nothing that is read can be trusted. */
export const DAMAGE = 'damage';

/** The message of a label that is repaired. */
export const REPAIR_MESSAGE = 'repaired by storage check';

/** A prompt as it was when its fault was found. If it has changed since, it is left alone. */
export interface FaultyPrompt {
  readonly accountId: AccountId;
  readonly promptId: PromptId;
  readonly revision: number;
}

/**
 * Finds and repairs faults in a storage. May be used while the service runs.
 *
 * Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested
 * for every backend, by storage-check.test.ts.
 */
export interface StorageMaintenance {
  /**
   * Inspects what is specific to the backend: the database file, indexes and other derived data. Rebuilds derived data
   * that is wrong and deletes what interrupted operations left over.
   */
  inspect(): AsyncIterable<StorageFault>;

  /**
   * Replaces the labels of a prompt; null for one that it must not have. Raises its revision like any other change, so
   * that caches notice, and is recorded in the feed of the account, by `cli` with REPAIR_MESSAGE.
   */
  setLabels(prompt: FaultyPrompt, labels: ReadonlyMap<Label, number | null>, at: Date): Promise<void>;

  /** Replaces the include targets of all versions of a prompt, written as in templates. */
  setIncludes(prompt: FaultyPrompt, targets: readonly string[]): Promise<void>;

  /** Records permanently that there has been an account. */
  recordFirstAccount(accountId: AccountId): Promise<void>;
}

/**
 * Everything in a storage that a check reads. Accounts are ordered by id; each prompt comes right before its parts, and the
 * changes of an account after all of its prompts, oldest first.
 */
export interface StorageContents {
  /** Rejects with InvariantViolation where an item cannot be read at all. */
  items(): AsyncIterable<StoredItem>;
}

export type StoredItem =
  | { readonly kind: 'first-account' }
  | StoredAccount
  | StoredProtection
  | StoredWebhook
  | StoredPrompt
  | PromptPart
  | StoredChange;

export interface StoredAccount {
  readonly kind: 'account';
  readonly id: AccountId;
  readonly key: StoredKey;
  /** The revision of the account's prompts. */
  readonly revision: number;
}

/** A protected label of the account before it. */
export interface StoredProtection {
  readonly kind: 'protection';
  readonly label: Label;
}

/** A webhook of the account before it. */
export interface StoredWebhook {
  readonly kind: 'webhook';
  readonly id: WebhookId;
  readonly secret: SealedSecret;
}

export interface StoredPrompt {
  readonly kind: 'prompt';
  readonly id: PromptId;
  readonly type: PromptType;
  readonly revision: number;
  readonly latestVersion: number;
  readonly latestHash: ContentHash;
}

/** A part of the prompt before it. */
export type PromptPart =
  | StoredVersion
  | { readonly kind: 'move'; readonly label: Label; readonly version: number | null }
  | { readonly kind: 'include'; readonly target: string }
  | StoredLabel;

export interface StoredLabel {
  readonly kind: 'label';
  readonly label: Label;
  readonly version: number;
  readonly lock?: ReleaseLock | undefined;
}

export interface StoredChange {
  readonly kind: 'change';
  readonly change: Change;
}

export interface StoredVersion {
  readonly kind: 'version';
  readonly number: number;
  readonly type: PromptType;
  readonly hash: ContentHash;
  /** Undefined if the stored content cannot be parsed. */
  readonly version: PromptVersion | undefined;
}
