import type { AccountId } from '../../domain/accounts/account.ts';
import { DAY_MS } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import type { UsageBatch, UsageLog } from '../ports/usage-log.ts';
import type { TallyCalls } from './tally-calls.ts';

export interface FlushSettings {
  /** Names this process among all that write to the storage. */
  readonly instance: string;
  readonly retentionDays: number;
  /** Lets others run, between one account and the next. */
  readonly pause: () => Promise<unknown>;
}

export interface FlushReport {
  /** Why batches are still waiting; undefined when none is. */
  readonly outage: StorageUnavailable | undefined;
  /** Each cost one account's batch: what is no outage would happen again. */
  readonly errors: readonly unknown[];
  readonly waiting: Waiting;
}

/** What could not be written yet. */
export interface Waiting {
  readonly accounts: number;
  readonly calls: number;
}

/** Few, so that requests that write find their way to the storage as well. */
const AT_ONCE = 2;

/** Well before storage forgets the sequence number that tells a batch it knows from a new one. */
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
 * A batch whose answer was lost may have been applied. It stays what it is and is sent again until there is an answer;
 * what is counted meanwhile waits for the next one. So storage can tell a batch that it has from a new one.
 */
export class FlushUsage {
  /** Sent, and not answered. */
  private readonly unanswered = new Map<AccountId, UsageBatch>();
  private lastSequence = 0;

  constructor(
    private readonly tally: TallyCalls,
    private readonly log: UsageLog,
    private readonly clock: Clock,
    private readonly settings: FlushSettings,
  ) {}

  /** Not twice at the same time. */
  async execute(): Promise<FlushReport> {
    const repeated = [...this.unanswered.values()];
    // Those that have failed come last: a part of the storage that is away must not hold up the accounts elsewhere.
    const queue = [...this.newBatches(), ...repeated];
    const report: { outage: StorageUnavailable | undefined; errors: unknown[] } = { outage: undefined, errors: [] };
    for (const batch of queue) this.unanswered.set(batch.accountId, batch);

    const work = async (): Promise<void> => {
      for (let batch = queue.shift(); batch; batch = queue.shift()) {
        try {
          await this.write(batch);
        } catch (error) {
          if (error instanceof StorageUnavailable) {
            report.outage = error;
            // One try tells enough: with a timeout for each of a thousand accounts, there would be no end to it.
            return;
          }
          report.errors.push(error);
        }
        await this.settings.pause();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { ...report, waiting: this.waiting() };
  }

  /** What could not be written so far, and what came since. */
  waiting(): Waiting {
    return { accounts: this.unanswered.size, calls: callsIn(this.unanswered.values()) + this.tally.size };
  }

  private newBatches(): UsageBatch[] {
    const { instance, retentionDays } = this.settings;
    return this.tally
      .take((accountId) => this.unanswered.has(accountId))
      .map((tally) => ({ ...tally, instance, sequence: this.nextSequence(), retentionDays }));
  }

  private async write(batch: UsageBatch): Promise<void> {
    try {
      if (this.clock.now().getTime() - batch.sequence > GIVE_UP_MS) throw new GivenUp(batch);
      await this.log.apply(batch);
      this.unanswered.delete(batch.accountId);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) this.unanswered.delete(batch.accountId);
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
