import type { SearchIndexing } from '../ports/prompts/prompt-catalog.ts';

/** Indexes the prompts that an earlier release or a transfer stored without an index. */
export class BuildSearchIndex {
  constructor(private readonly indexing: SearchIndexing) {}

  /** Goes on as long as the caller asks for more. Yields the number of prompts that have been indexed so far. */
  async *execute(): AsyncIterable<number> {
    let total = 0;
    for (;;) {
      const step = await this.indexing.indexSome();
      if (step.kind === 'done') return;
      total += step.prompts;
      yield total;
    }
  }
}
