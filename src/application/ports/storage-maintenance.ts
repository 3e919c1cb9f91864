import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptId } from '../../domain/prompts/naming/prompt-name.ts';

/** Something in the storage that is not as it must be. It never holds more of an account than ids. */
export interface StorageFault {
  /** One of few words, for machines: `index`, `leftover`, `version` … */
  readonly kind: string;
  readonly what: string;
  readonly accountId?: AccountId | undefined;
  readonly promptId?: PromptId | undefined;
  readonly mended: boolean;
}

/** The kind of a fault after which nothing that is read can be trusted. */
export const DAMAGE = 'damage';

/** A prompt as it was when its fault was found. What has changed since is left alone. */
export interface FaultyPrompt {
  readonly accountId: AccountId;
  readonly promptId: PromptId;
  readonly revision: number;
}

/**
 * Keeps a storage sound. May be used while the service runs.
 *
 * Rejects with StorageUnavailable when the backend cannot answer. Every sentence here is tested
 * for every backend, by storage-check.test.ts.
 */
export interface StorageMaintenance {
  /**
   * Looks at what each backend has of its own: the file, and whatever follows from the rest and exists only to find
   * things fast. That is made anew where it is wrong, and what was left behind by a stop half-way is swept away.
   */
  inspect(): AsyncIterable<StorageFault>;

  /** Points the labels there, and nowhere else. A change like any other, so that everybody sees it. */
  setLabels(prompt: FaultyPrompt, labels: ReadonlyMap<string, number>): Promise<void>;

  /** Of any of its versions, as templates write them. */
  setIncludes(prompt: FaultyPrompt, targets: readonly string[]): Promise<void>;

  /** Remembers for ever that there has been an account. */
  rememberFirst(accountId: AccountId): Promise<void>;
}
