import { accountOf, type WriteResult } from '../sql-database.ts';
import type { Transaction } from './group-commit.ts';
import { BUSY_MS, BUSY_PAUSE_MS, isBusy, translateError } from './sqlite-errors.ts';

interface Waiting extends Transaction {
  readonly account: string | undefined;
  /** The round of the transaction: in each, every account has at most one. */
  readonly round: number;
  readonly deadline: number;
  readonly resolve: (result: WriteResult) => void;
  readonly reject: (error: unknown) => void;
  /** Set when a group with it has failed. Alone, it gets the error that it causes itself, or succeeds. */
  isAlone: boolean;
}

/** Commits as many of the transactions as it has time for, from the first one on. */
export type Commit = (transactions: readonly Transaction[]) => readonly WriteResult[];

/**
 * Collects the transactions of all requests that arrive in one iteration of the event loop, and commits them as one
 * group. Retries while another process holds the lock, and lets other requests run in between. Accounts take turns, so
 * that none waits for all transactions of another.
 */
export class WriteQueue {
  /** Transactions to be committed, in the order of their rounds. */
  private waiting: Waiting[] = [];
  private committedRound = 0;
  private isScheduled = false;

  constructor(private readonly commit: Commit) {}

  add(transaction: Transaction): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      const account = accountOf(transaction.writes[0]?.parameters);
      const last = account && this.waiting.findLast((other) => other.account === account);
      const round = 1 + (last ? last.round : this.committedRound);
      const index = 1 + this.waiting.findLastIndex((other) => other.round <= round);
      const deadline = performance.now() + BUSY_MS;
      this.waiting.splice(index, 0, { ...transaction, account, round, deadline, resolve, reject, isAlone: false });
      this.schedule();
    });
  }

  private schedule(pauseMs = 0): void {
    if (this.isScheduled || this.waiting.length === 0) return;
    this.isScheduled = true;
    if (pauseMs > 0) setTimeout(() => this.commitNext(), pauseMs);
    else setImmediate(() => this.commitNext());
  }

  private commitNext(): void {
    const group = this.takeGroup();
    let pauseMs = 0;
    try {
      const results = this.commit(group);
      for (const [index, result] of results.entries()) group[index]?.resolve(result);
      this.committedRound = group[results.length - 1]?.round ?? this.committedRound;
      this.waiting.unshift(...group.slice(results.length));
    } catch (error) {
      if (isBusy(error)) {
        this.retry(group, error);
        pauseMs = BUSY_PAUSE_MS;
      } else this.separate(group, error);
    }
    this.isScheduled = false;
    this.schedule(pauseMs);
  }

  private takeGroup(): readonly Waiting[] {
    const alone = this.waiting.findIndex(({ isAlone }) => isAlone);
    if (alone === 0) return this.waiting.splice(0, 1);
    return this.waiting.splice(0, alone < 0 ? this.waiting.length : alone);
  }

  /** The error may be the fault of one, so each is tried again by itself. */
  private separate(group: readonly Waiting[], error: unknown): void {
    if (group.length > 1) {
      for (const transaction of group) transaction.isAlone = true;
      this.waiting.unshift(...group);
    } else group[0]?.reject(translateError(error));
  }

  private retry(group: readonly Waiting[], error: unknown): void {
    const now = performance.now();
    for (const { deadline, reject } of group) if (now > deadline) reject(translateError(error));
    this.waiting.unshift(...group.filter(({ deadline }) => now <= deadline));
  }
}
