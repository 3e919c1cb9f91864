import type { AccountId } from '../../domain/accounts/account.ts';
import { DAY_MS } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import { StorageUnavailable } from '../ports/storage/storage-unavailable.ts';
import type { UsageBatch, UsageLog } from '../ports/usage-log.ts';
import type { TallyCalls } from './tally-calls.ts';

export interface FlushSettings {
  /** Names this process among all that write to the storage. */
  readonly instance: string;
  readonly retentionDays: number;
  /** Yields between one account and the next. */
  readonly pause: () => Promise<unknown>;
}

export interface FlushReport {
  /** Why batches are still waiting; undefined when none is. */
  readonly outage: StorageUnavailable | undefined;
  /** Each lost one account's batch: an error that is not an outage would happen again. */
  readonly errors: readonly unknown[];
  readonly waiting: Waiting;
}

/** Counts that are not written yet. */
export interface Waiting {
  readonly accounts: number;
  readonly calls: number;
}

/** Few, to leave storage connections to requests that write. */
const CONCURRENCY = 2;

/** Well before storage deletes the sequence number that identifies a repeated batch. */
const GIVE_UP_MS = DAY_MS;

class GivenUp extends Error {
  override readonly name = 'GivenUp';

  constructor({ calls }: UsageBatch) {
    super(`storage did not take ${callsIn([{ calls }])} calls of an account for a day`);
  }
}

/**
 * Writes what was counted, each account's counts as one batch.
 *
 * A batch whose reply was lost may have been applied. It is sent again unchanged until it is confirmed, and new counts
 * wait for the next batch, so that storage can recognize a repeated one.
 */
export class FlushUsage {
  /** Sent, but not confirmed. */
  private readonly unconfirmed = new Map<AccountId, UsageBatch>();
  private lastSequence = 0;

  constructor(
    private readonly tally: TallyCalls,
    private readonly log: UsageLog,
    private readonly clock: Clock,
    private readonly settings: FlushSettings,
  ) {}

  /** Must not run concurrently with itself. */
  async execute(): Promise<FlushReport> {
    const repeated = [...this.unconfirmed.values()];
    // Failed batches come last: an outage of one part of the storage must not delay the other accounts.
    const queue = [...this.newBatches(), ...repeated];
    const report: { outage: StorageUnavailable | undefined; errors: unknown[] } = { outage: undefined, errors: [] };
    for (const batch of queue) this.unconfirmed.set(batch.accountId, batch);

    const work = async (): Promise<void> => {
      for (let batch = queue.shift(); batch; batch = queue.shift()) {
        try {
          await this.write(batch);
        } catch (error) {
          if (error instanceof StorageUnavailable) {
            report.outage = error;
            // Stop at the first outage: a timeout for each of a thousand accounts would take too long.
            return;
          }
          report.errors.push(error);
        }
        await this.settings.pause();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return { ...report, waiting: this.waiting() };
  }

  /** Counts unconfirmed batches and newer calls. */
  waiting(): Waiting {
    return { accounts: this.unconfirmed.size, calls: callsIn(this.unconfirmed.values()) + this.tally.size };
  }

  private newBatches(): UsageBatch[] {
    const { instance, retentionDays } = this.settings;
    return this.tally
      .take((accountId) => this.unconfirmed.has(accountId))
      .map((tally) => ({ ...tally, instance, sequence: this.nextSequence(), retentionDays }));
  }

  private async write(batch: UsageBatch): Promise<void> {
    try {
      if (this.clock.now().getTime() - batch.sequence > GIVE_UP_MS) throw new GivenUp(batch);
      await this.log.apply(batch);
      this.unconfirmed.delete(batch.accountId);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) this.unconfirmed.delete(batch.accountId);
      throw error;
    }
  }

  /** The time, but always more than the one before, whatever the clock does. */
  private nextSequence(): number {
    this.lastSequence = Math.max(this.lastSequence + 1, this.clock.now().getTime());
    return this.lastSequence;
  }
}

function callsIn(batches: Iterable<Pick<UsageBatch, 'calls'>>): number {
  let calls = 0;
  for (const batch of batches) for (const { count } of batch.calls) calls += count;
  return calls;
}
