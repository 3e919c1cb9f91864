import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BuildSearchIndex } from '../../../application/maintenance/build-search-index.ts';

const REPORT_MS = 10_000;
const RETRY_MS = 10_000;

/** Builds the missing part of the search index while the service runs. It never throws. */
export class SearchIndexSchedule {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly buildSearchIndex: BuildSearchIndex,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.running = this.runUntilDone();
  }

  /** Waits for the batch in progress. The next start continues after it. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async runUntilDone(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        return await this.build();
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.log.warn({ err: error }, 'indexing prompts for search was interrupted, and will be retried');
        await this.pause(RETRY_MS);
      }
    }
  }

  private async build(): Promise<void> {
    let indexed = 0;
    let reportAt = performance.now() + REPORT_MS;
    let startedAt = performance.now();
    for await (const prompts of this.buildSearchIndex.execute()) {
      indexed = prompts;
      if (this.stopping.signal.aborted) return;
      if (performance.now() > reportAt) {
        this.log.info({ prompts }, 'indexing prompts for search');
        reportAt = performance.now() + REPORT_MS;
      }
      // Requests come first: half of the time belongs to them.
      await this.pause(performance.now() - startedAt);
      startedAt = performance.now();
    }
    if (indexed > 0) this.log.info({ prompts: indexed }, 'all prompts are indexed for search');
  }

  private async pause(ms: number): Promise<void> {
    // Rejects only when the service stops.
    await delay(ms, undefined, { ref: false, signal: this.stopping.signal }).catch(() => {});
  }
}
