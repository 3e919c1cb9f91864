import type {
  PromptQuery,
  PromptSearch,
  SearchIndexing,
} from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type { FullReading } from '../../../src/application/ports/prompts/prompt-reader.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { LATEST } from '../../../src/domain/naming/label.ts';
import { contentText, metadataText, type SearchWords } from '../../../src/domain/prompts/prompt-search.ts';
import type { InMemoryPrompts } from './in-memory-prompts.ts';

/** The fake for unit tests. It passes the same contract as the real backends. */
export class InMemorySearch implements PromptSearch, SearchIndexing {
  constructor(private readonly prompts: Pick<InMemoryPrompts, 'listWithVersions'>) {}

  async search(owner: AccountId, query: PromptQuery, words: SearchWords, signal: AbortSignal) {
    signal.throwIfAborted();
    const latest = { by: 'label', label: LATEST } as const;
    const everything = { ...query, limit: Number.POSITIVE_INFINITY };
    const { readings } = await this.prompts.listWithVersions(owner, everything, latest, Number.POSITIVE_INFINITY);
    return { ids: readings.filter((reading) => containsAll(reading, words)).map(({ prompt }) => prompt.id) };
  }

  async indexSome() {
    return { kind: 'done' } as const;
  }
}

function containsAll({ prompt, version }: FullReading, words: SearchWords): boolean {
  const texts = [metadataText(prompt), contentText(version.content)];
  return words.every((word) => texts.some((text) => text.includes(word)));
}
