import { StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { KeyedLimiter } from '../../../limits/keyed-limiter.ts';
import type { Growth } from '../sql-database.ts';

const QUEUE_LIMITS = { waitingMax: 1000, waitMsMax: 2500, order: 'in-turn' } as const;
/** Allows two writes of an account: while one is committed, the next has already been sent and waits for its lock. */
const GROWING_LIMITS = { concurrentMax: 4, concurrentPerKeyMax: 2, ...QUEUE_LIMITS };
const ESSENTIAL_LIMITS = { concurrentMax: 4, concurrentPerKeyMax: 1, ...QUEUE_LIMITS };

/**
 * Limits concurrent writes: writes to one account wait for each other's row lock. If they took all connections, no
 * request could read, and the last write in the queue would exceed every timeout.
 *
 * Accounts take their slots in turn, and none has all of them. Resets, sign-ins and deletions have slots of their own, so that they do
 * not wait for content of other accounts. Both together leave some connections to reads.
 */
export class PostgresWriteGate {
  private readonly growing = new KeyedLimiter(GROWING_LIMITS);
  private readonly essential = new KeyedLimiter(ESSENTIAL_LIMITS);

  private others = 0;

  async enter<Result>(
    growth: Growth | undefined,
    account: string | undefined,
    write: () => Promise<Result>,
  ): Promise<Result> {
    const client = account ?? this.nameOther();
    const result = await (growth ? this.growing : this.essential).run(client, write);
    if (result === 'busy') throw new StorageUnavailable('Postgres', new Error('too many writes are waiting'));
    return result;
  }

  /** Writes of no account do not wait for each other. */
  private nameOther(): string {
    this.others += 1;
    return `other ${this.others}`;
  }
}
