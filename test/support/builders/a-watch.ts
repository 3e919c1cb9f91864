import { sha256ContentHashing as hashing } from '../../../src/adapters/outbound/crypto/sha256.ts';
import type { ChangeEvent } from '../../../src/application/changes/change-event.ts';
import type { ChangeStream } from '../../../src/application/changes/watch/change-stream.ts';
import { ChangeWatch, type WatchReport } from '../../../src/application/changes/watch/change-watch.ts';
import { EventSubscription } from '../../../src/application/changes/watch/event-subscription.ts';
import type { StreamStart } from '../../../src/application/changes/watch/feed-progress.ts';
import { ReadFeed } from '../../../src/application/changes/watch/read-feed.ts';
import type { StreamCredential } from '../../../src/application/changes/watch/stream-credential.ts';
import type { PromptChanges } from '../../../src/application/ports/prompts/prompt-changes.ts';
import type { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { ALL_CHANGES, type ChangeFilter } from '../../../src/domain/changes/change-filter.ts';
import type { ChangeId } from '../../../src/domain/changes/change-id.ts';

export const ADAS_ID = 'u_1794744000000_adaada' as AccountId;

/** A key that tests make invalid, or unreachable. */
export class FakeCredential implements StreamCredential {
  checks = 0;
  isValid = true;
  failure: Error | undefined;
  /** Called in the middle of a lookup, after the storage has decided. */
  duringCheck: () => void | Promise<void> = () => {};

  constructor(
    private readonly feed: { readonly revision: number },
    readonly identity = 'key 1',
  ) {}

  async check(): Promise<number | undefined> {
    this.checks += 1;
    if (this.failure) throw this.failure;
    const found = this.isValid ? this.feed.revision : undefined;
    await this.duringCheck();
    return found;
  }
}

/** Records what it is to send, by revision; `reset` and the reason for its end too. */
export class RecordingStream implements ChangeStream {
  readonly log: (number | string)[] = [];
  readonly pages: { readonly count: number; readonly isLive: boolean }[] = [];
  isDrained = true;

  constructor(
    readonly credential: StreamCredential,
    readonly owner: AccountId = ADAS_ID,
    readonly filter: ChangeFilter = ALL_CHANGES,
  ) {}

  send(events: readonly ChangeEvent[], isLive: boolean): void {
    this.pages.push({ count: events.length, isLive });
    this.log.push(...events.map(({ id }) => Number.parseInt(id, 10)));
  }

  sendPosition(id: ChangeId): void {
    this.log.push(`at ${Number.parseInt(id, 10)}`);
  }

  sendReset(newest: ChangeId): void {
    this.log.push(`reset ${Number.parseInt(newest, 10)}`);
  }

  end(reason: 'revoked' | 'failed'): void {
    this.log.push(reason);
  }
}

export class RecordingReport implements WatchReport {
  readonly outages: StorageUnavailable[] = [];
  readonly failures: unknown[] = [];

  unavailable(error: StorageUnavailable): void {
    this.outages.push(error);
  }

  failed(error: unknown): void {
    this.failures.push(error);
  }
}

/** A watch on a feed, without timers. */
export function aWatch(changes: PromptChanges) {
  const feed = new ReadFeed(changes, hashing);
  const report = new RecordingReport();
  const watch = new ChangeWatch(feed, report, async () => {});
  return {
    feed,
    report,
    watch,
    add: (stream: ChangeStream, start: StreamStart): EventSubscription => {
      const subscription = new EventSubscription(stream, start);
      watch.add(subscription);
      return subscription;
    },
    /** A tick with everything that follows from it. */
    tick: async () => {
      watch.tick();
      await watch.idle();
    },
    wake: async (owner = ADAS_ID) => {
      watch.wake(owner);
      await watch.idle();
    },
  };
}
