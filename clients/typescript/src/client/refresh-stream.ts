import { markStale, toPromptChange, usedRecently } from '../cache/apply-changes.ts';
import type { CircuitBreaker } from '../cache/circuit-breaker.ts';
import type { Entry } from '../cache/entry.ts';
import type { EntryLoader } from '../cache/entry-loader.ts';
import { POLLING, type RefreshPolicy } from '../cache/freshness.ts';
import type { PromptReader } from '../cache/prompt-reader.ts';
import type { PromptholdEvent } from '../client-options.ts';
import { toChange } from '../stream/change-iterator.ts';
import { type Disconnection, EventFeed, type FeedPorts } from '../stream/event-feed.ts';
import type { StreamEvent } from '../stream/event-parser.ts';

interface RefreshPorts {
  readonly loader: EntryLoader;
  readonly reader: PromptReader;
  readonly breaker: CircuitBreaker;
  readonly report: (event: PromptholdEvent) => void;
  readonly now: () => number;
}

/** Keeps the prompts in memory current by the changes that the service announces. */
export class RefreshStream {
  readonly #feed: EventFeed;
  readonly #ports: RefreshPorts;
  #isStarted = false;
  #announced: RefreshPolicy & { readonly since: number } = { kind: 'announced', since: 0 };
  #isRejected = false;

  constructor(url: string, feedPorts: FeedPorts, ports: RefreshPorts) {
    this.#ports = ports;
    this.#feed = new EventFeed({ url: `${url}/api/events`, keepsAlive: false }, feedPorts, {
      onHello: () => void this.#revalidateAll(),
      onEvent: (event) => this.#apply(event),
      onDisconnect: (disconnection) => this.#reportDisconnection(disconnection),
    });
  }

  policy(now: number): RefreshPolicy {
    return this.#feed.isHealthy(now) ? this.#announced : POLLING;
  }

  /** Begins with the first prompt: an application that reads none needs no stream. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#feed.start();
  }

  /** A key that was rejected has been accepted. */
  noteSuccess(): void {
    if (!this.#isRejected) return;
    this.#isRejected = false;
    this.#feed.retryNow();
  }

  close(): void {
    this.#feed.close();
  }

  /** Prompts read before the stream began may have changed unnoticed. Reports the stream when that is repaired. */
  async #revalidateAll(): Promise<void> {
    const { loader, reader, breaker, report, now } = this.#ports;
    this.#isRejected = false;
    breaker.recordResponse();
    const since = loader.nextSequence();
    this.#announced = { kind: 'announced', since };
    const entries = loader.entries.filter(({ isPinned }) => !isPinned);
    this.#refresh(usedRecently(entries, now()));
    await reader.whenRefreshed();
    if (this.#announced.since === since && this.#feed.isHealthy(now())) report({ kind: 'stream', state: 'connected' });
  }

  #apply(event: StreamEvent): void {
    if (event.type === 'reset') {
      void this.#revalidateAll();
      return;
    }
    const change = toChange(event);
    const concerned = change && toPromptChange(change.type, change.data);
    if (concerned) this.#refresh(markStale(this.#ports.loader, concerned, this.#ports.now()));
  }

  #refresh(entries: readonly Entry[]): void {
    for (const entry of entries) this.#ports.reader.refresh(entry);
  }

  #reportDisconnection({ kind, reason, retryMs }: Disconnection): void {
    this.#isRejected = kind === 'unauthorized';
    this.#ports.report({
      kind: 'stream',
      state: kind === 'unsupported' ? 'unsupported' : 'disconnected',
      reason,
      ...(retryMs !== undefined && { retryMs }),
    });
  }
}
