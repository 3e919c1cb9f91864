import type { AccountId } from '../../../domain/accounts/account.ts';

/** A reader yields records in this order; `prompt` to `label` prompt by prompt, each kind in the order of its keys. */
export const recordKinds = [
  'first',
  'keyring',
  'account',
  'rotation',
  'protection',
  'webhook',
  'prompt',
  'version',
  'move',
  'include',
  'label',
  'change',
  'call',
  'read',
  'promptCall',
  'caller',
  'served',
  'refusedCall',
] as const;

export type RecordKind = (typeof recordKinds)[number];
export type RecordCounts = Readonly<Record<RecordKind, number>>;

/**
 * One thing that a storage holds. The application moves, counts and compares records; only adapters know their other
 * fields. An account's record names the account, and everything up to the next one belongs to it.
 */
export type TransferRecord =
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: Exclude<RecordKind, 'account'> };

/** Whether the record belongs to no account. */
export const isCommon = ({ kind }: TransferRecord): boolean => kind === 'first' || kind === 'keyring';

/**
 * Reads everything that a storage holds.
 *
 * Rejects with StorageUnavailable when the backend does not respond. Every sentence here is tested
 * for every backend, by storage-transfer.contract.ts.
 */
export interface StorageReader {
  /**
   * Yields all records in the same order for every backend: first those of no account, then the accounts by id, each
   * followed by its own records. Concurrent writes do not tear the result: it is a snapshot of everything in SQL, and of
   * each account in Redis (of each prompt where an account has very many). Rejects with ChangedTooFast if a snapshot
   * cannot be taken.
   */
  records(): AsyncIterable<TransferRecord>;

  /** Approximate counts, to estimate how long a transfer takes. */
  size(): Promise<TransferSize>;
}

export interface TransferSize {
  readonly accounts: number;
  readonly prompts: number;
}

/** Writes the records of a reader. A marker in the storage prevents its use before the transfer is finished. */
export interface StorageWriter {
  /**
   * Sets the marker, only in an empty storage. If a transfer from the same source was interrupted, returns how far it
   * came; records after that position may be written again without harm.
   */
  begin(source: string): Promise<TransferBegin>;

  /** Writes a batch, then advances the position in the marker. */
  write(batch: TransferBatch): Promise<void>;

  /** Removes an account with everything that belongs to it. */
  removeAccount(accountId: AccountId): Promise<void>;

  /** Removes the marker: the storage may be used. */
  finish(): Promise<void>;

  /** The source of a transfer that was begun and not finished. */
  unfinishedSource(): Promise<string | undefined>;
}

export type TransferBegin =
  | { readonly kind: 'begun'; readonly position: TransferPosition | undefined }
  | { readonly kind: 'not-empty' }
  | { readonly kind: 'other-source'; readonly source: string };

/** This many records of this account are written, and everything before it. */
export interface TransferPosition {
  readonly accountId: AccountId;
  readonly records: number;
}

export interface TransferBatch {
  /** Undefined for records of no account. */
  readonly accountId: AccountId | undefined;
  readonly records: readonly TransferRecord[];
  /** How many of the account's records are written once this batch is. */
  readonly until: number;
  /** The minimum retention of statistics. */
  readonly retentionDays: number;
}

/** An account changed too often for a consistent snapshot. */
export class ChangedTooFast extends Error {
  override readonly name = 'ChangedTooFast';

  constructor(accountId: AccountId) {
    super(`account ${accountId} changes faster than it can be read: try again at a quieter time`);
  }
}

/** The storage holds only part of a copy. Using it now would lose the rest. */
export class UnfinishedTransfer extends Error {
  override readonly name = 'UnfinishedTransfer';

  constructor(source: string) {
    super(`the storage holds an unfinished copy of ${source}: run the same command again to finish it, or empty it`);
  }
}
