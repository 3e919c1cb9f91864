import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptArchive } from '../../ports/prompt-archive.ts';
import type { PromptCatalog, PromptQuery } from '../../ports/prompt-catalog.ts';
import { type PromptHistory, readHistory } from './prompt-history.ts';

const PAGE_PROMPTS = 50;

const everything: PromptQuery = { tags: [], archived: 'any', sort: 'name', order: 'ascending', limit: PAGE_PROMPTS };

/** All prompts of an account with their history, by name, one at a time. */
export class ExportPrompts {
  constructor(
    private readonly catalog: PromptCatalog,
    private readonly archive: PromptArchive,
  ) {}

  async *execute(owner: AccountId): AsyncIterable<PromptHistory> {
    let after: PromptQuery['after'];
    for (;;) {
      const page = await this.catalog.list(owner, { ...everything, after });
      for (const prompt of page) {
        const history = await readHistory(this.archive, prompt);
        // A prompt that was deleted during the export has no versions.
        if (history.versions.length > 0) yield history;
      }
      after = page.at(-1);
      if (!after) return;
    }
  }
}
