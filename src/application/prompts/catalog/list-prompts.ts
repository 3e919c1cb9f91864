import type { AccountId } from '../../../domain/accounts/account.ts';
import { DEFAULT_CHOICE, type Prompt, type ResolvedVersion, resolve } from '../../../domain/prompts/prompt.ts';
import type { SearchWords } from '../../../domain/prompts/prompt-search.ts';
import { PAGE_BYTES_MAX, type PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { ReleaseLock } from '../../../domain/prompts/release.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptCatalog, PromptPosition, PromptQuery, PromptSearch } from '../../ports/prompts/prompt-catalog.ts';

export interface ListedPrompt {
  readonly prompt: Prompt;
  /** Present only when content was requested. */
  readonly version?: PromptVersion;
  readonly resolved?: ResolvedVersion | undefined;
  readonly lock?: ReleaseLock | undefined;
}

export interface ListedPrompts {
  readonly prompts: readonly ListedPrompt[];
  /** The start of the next page; undefined on the last one. */
  readonly next: PromptPosition | undefined;
  /** Whether a search took too long to fill the page. The same request may return another page the next time. */
  readonly endedEarly: boolean;
}

interface Found {
  readonly found: readonly ListedPrompt[];
  readonly isCutOff: boolean;
}

const NOTHING: Found = { found: [], isCutOff: false };

export class ListPrompts {
  constructor(
    private readonly catalog: PromptCatalog,
    private readonly search: PromptSearch,
  ) {}

  /** `withContent` adds the version that the query's label or the default rule selects: all of an application's prompts in one call. */
  async execute(
    owner: AccountId,
    query: PromptQuery,
    withContent: boolean,
    words: SearchWords = [],
    execution: Pick<Execution, 'signal'> = UNLIMITED,
  ): Promise<ListedPrompts> {
    // One more than requested shows whether there is a next page.
    const wanted = { ...query, limit: query.limit + 1 };
    if (words.length === 0) return toPage(query, await this.list(owner, wanted, withContent), undefined);
    const { ids, stoppedAt } = await this.search.search(owner, wanted, words, execution.signal);
    const found = ids.length === 0 ? NOTHING : await this.list(owner, { ...wanted, ids }, withContent);
    return toPage(query, found, stoppedAt);
  }

  private list(owner: AccountId, query: PromptQuery, withContent: boolean): Promise<Found> {
    return withContent ? this.listReadings(owner, query) : this.listPrompts(owner, query);
  }

  private async listPrompts(owner: AccountId, query: PromptQuery): Promise<Found> {
    const prompts = await this.catalog.list(owner, query);
    return { found: prompts.map((prompt) => ({ prompt })), isCutOff: false };
  }

  private async listReadings(owner: AccountId, query: PromptQuery): Promise<Found> {
    const choice = query.label === undefined ? DEFAULT_CHOICE : ({ by: 'label', label: query.label } as const);
    const { readings, isCutOff } = await this.catalog.listWithVersions(owner, query, choice, PAGE_BYTES_MAX);
    const found = readings.map((reading) => ({ ...reading, resolved: resolve(reading.prompt, choice) }));
    return { found, isCutOff };
  }
}

function toPage(
  { limit }: PromptQuery,
  { found, isCutOff }: Found,
  stoppedAt: PromptPosition | undefined,
): ListedPrompts {
  const prompts = found.slice(0, limit);
  const last = isCutOff || found.length > limit ? prompts.at(-1)?.prompt : undefined;
  if (last) return { prompts, next: { name: last.name, updatedAt: last.updatedAt, id: last.id }, endedEarly: false };
  return { prompts, next: stoppedAt, endedEarly: stoppedAt !== undefined };
}
