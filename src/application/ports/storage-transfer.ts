import type { AccountId } from '../../domain/accounts/account.ts';
import type { TransferRecord } from '../transfer/transfer-record.ts';

/**
 * Everything that a storage holds.
 *
 * Rejects with StorageUnavailable when the backend cannot answer. Every sentence here is tested
 * for every backend, by storage-transfer.contract.ts.
 */
export interface StorageReader {
  /**
   * All records in one order, the same for every backend: those of no account, then the accounts by their ids, each with
   * all that it has behind it. Whatever is written meanwhile, what comes is as it was at one moment: all of it in SQL,
   * each account in Redis, or each prompt of an account with very many. Rejects with ChangedTooFast where that cannot be had.
   */
  records(): AsyncIterable<TransferRecord>;

  /** About how much there is, for telling how long it will take. */
  size(): Promise<TransferSize>;
}

export interface TransferSize {
  readonly accounts: number;
  readonly prompts: number;
}

/** Writes what a reader read. Nothing else may use the storage meanwhile, and a marker in it sees to that. */
export interface StorageWriter {
  /**
   * Leaves the marker, in an empty storage only. Where the same source was begun before, answers how far that came;
   * what was written behind that position may be written again and does no harm.
   */
  begin(source: string): Promise<TransferBegin>;

  /** All of a batch, and the position behind it. */
  write(batch: TransferBatch): Promise<void>;

  /** Takes away an account with all that it has. */
  forget(accountId: AccountId): Promise<void>;

  /** Takes the marker away: the storage may be used. */
  finish(): Promise<void>;

  /** The source of a transfer that was begun and not finished. */
  unfinished(): Promise<string | undefined>;
}

export type TransferBegin =
  | { readonly kind: 'begun'; readonly position: TransferPosition | undefined }
  | { readonly kind: 'not-empty' }
  | { readonly kind: 'other-source'; readonly source: string };

/** So many records of this account are written, and everything that comes before it. */
export interface TransferPosition {
  readonly accountId: AccountId;
  readonly records: number;
}

export interface TransferBatch {
  /** Undefined for records of no account. */
  readonly accountId: AccountId | undefined;
  readonly records: readonly TransferRecord[];
  /** How many of the account's records are written with this batch. */
  readonly until: number;
  /** For how long, at least, statistics are kept. */
  readonly retentionDays: number;
}

/** An account was changed so fast that it could not be read as it was at any one moment. */
export class ChangedTooFast extends Error {
  override readonly name = 'ChangedTooFast';

  constructor(accountId: AccountId) {
    super(`account ${accountId} is changed faster than it can be read: try again at a quieter time`);
  }
}

/** The storage holds only a part of what is to be in it. To use it now would be to lose the rest. */
export class UnfinishedTransfer extends Error {
  override readonly name = 'UnfinishedTransfer';

  constructor(source: string) {
    super(`the storage holds an unfinished copy of ${source}: run the same command again to finish it, or empty it`);
  }
}
