import type { AccountId } from '../../../domain/accounts/account.ts';
import type { KeyDigest } from '../../../domain/accounts/api-key.ts';
import { StorageUnavailable } from '../../ports/storage/storage-unavailable.ts';
import type { ReadFeed } from './read-feed.ts';
import { identityOfKey } from './stream-credential.ts';
import type { Subscription } from './subscription.ts';
import { WatchedAccount } from './watched-account.ts';

/** Leaves most connections to the storage for requests. */
const ACCOUNTS_CHECKED_CONCURRENTLY = 8;

/** Reports to the operator about the checks. */
export interface WatchReport {
  /** Streams stay open, and the next tick tries again. */
  unavailable(error: StorageUnavailable): void;
  /** The streams of an account were ended because of a bug. */
  failed(error: unknown): void;
}

/**
 * Sends the changes of accounts to their open streams, and ends streams whose key or session is no longer valid.
 *
 * Every tick checks every account with streams, a few at a time. A write by this instance wakes its account without waiting
 * for the tick. One account is never checked twice at the same time.
 */
export class ChangeWatch {
  readonly #accounts = new Map<AccountId, WatchedAccount>();
  /** Accounts to be checked, the longest waiting first. */
  readonly #waiting = new Set<WatchedAccount>();
  readonly #running = new Set<WatchedAccount>();
  #whenIdle: (() => void)[] = [];

  /** `pause` lets requests run: with SQLite, a check may run from its beginning to its end without one. */
  constructor(
    private readonly feed: ReadFeed,
    private readonly report: WatchReport,
    private readonly pause: () => Promise<void>,
  ) {}

  add(subscription: Subscription): void {
    const { owner } = subscription.stream;
    const account = this.#accounts.get(owner) ?? new WatchedAccount(owner, this.feed);
    this.#accounts.set(owner, account);
    account.add(subscription);
    if (subscription.isReadable) this.#enqueue(account);
  }

  /** Idempotent. */
  remove(subscription: Subscription): void {
    const account = this.#accounts.get(subscription.stream.owner);
    if (!account) return;
    account.remove(subscription);
    this.#dropIfEmpty(account);
  }

  /** The stream can send again: if it has not caught up yet, it gets its next page. */
  resume(subscription: Subscription): void {
    const account = this.#accounts.get(subscription.stream.owner);
    if (account && subscription.isReadable) this.#enqueue(account);
  }

  /** Checks all accounts. */
  tick(): void {
    for (const account of this.#accounts.values()) this.#enqueue(account);
  }

  /** This instance has changed prompts of the account. */
  wake(owner: AccountId): void {
    const account = this.#accounts.get(owner);
    if (!account) return;
    account.markDue();
    this.#enqueue(account);
  }

  /** This instance has replaced a key: its streams end before the caller learns of the new one. */
  revokeKey(owner: AccountId, digest: KeyDigest): void {
    const account = this.#accounts.get(owner);
    if (!account) return;
    account.revoke(identityOfKey(digest));
    this.#dropIfEmpty(account);
  }

  /** Resolves when no check is running or waiting. */
  async idle(): Promise<void> {
    if (this.#running.size + this.#waiting.size > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #enqueue(account: WatchedAccount): void {
    this.#waiting.add(account);
    this.#startNext();
  }

  #startNext(): void {
    for (const account of this.#waiting) {
      if (this.#running.size === ACCOUNTS_CHECKED_CONCURRENTLY) return;
      if (this.#running.has(account)) continue;
      this.#waiting.delete(account);
      this.#running.add(account);
      void this.#check(account);
    }
  }

  /** The promise never rejects. */
  async #check(account: WatchedAccount): Promise<void> {
    let canContinue = false;
    try {
      await this.pause();
      canContinue = await account.check();
    } catch (error) {
      if (error instanceof StorageUnavailable) {
        this.report.unavailable(error);
      } else {
        this.report.failed(error);
        account.endAll('failed');
      }
    }
    this.#running.delete(account);
    this.#dropIfEmpty(account);
    // Behind all others that wait.
    if (canContinue && !account.isEmpty) this.#waiting.add(account);
    this.#startNext();
    if (this.#running.size + this.#waiting.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #dropIfEmpty(account: WatchedAccount): void {
    if (!account.isEmpty || this.#accounts.get(account.id) !== account) return;
    this.#accounts.delete(account.id);
    this.#waiting.delete(account);
  }
}
