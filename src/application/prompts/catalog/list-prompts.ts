import type { AccountId } from '../../../domain/accounts/account.ts';
import { DEFAULT_CHOICE, type Prompt, type ResolvedVersion, resolve } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { PromptCatalog, PromptQuery } from '../../ports/prompt-catalog.ts';

export interface ListedPrompt {
  readonly prompt: Prompt;
  /** Only when content was requested. */
  readonly version?: PromptVersion;
  readonly resolved?: ResolvedVersion | undefined;
}

export interface ListedPrompts {
  readonly prompts: readonly ListedPrompt[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: PromptQuery['after'];
}

interface Found {
  readonly found: readonly ListedPrompt[];
  readonly isCutOff: boolean;
}

/** A page with content ends before it exceeds this, whatever its limit. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;

export class ListPrompts {
  constructor(private readonly catalog: PromptCatalog) {}

  /** `withContent` adds the version that the query's label or the default rule selects: all of an application's prompts in one call. */
  async execute(owner: AccountId, query: PromptQuery, withContent: boolean): Promise<ListedPrompts> {
    // One more than requested shows whether there is a next page.
    const wanted = { ...query, limit: query.limit + 1 };
    const { found, isCutOff } = withContent
      ? await this.listReadings(owner, wanted)
      : await this.listPrompts(owner, wanted);
    const prompts = found.slice(0, query.limit);
    const last = prompts.at(-1)?.prompt;
    const hasNext = isCutOff || found.length > query.limit;
    return { prompts, next: hasNext && last ? { name: last.name, updatedAt: last.updatedAt, id: last.id } : undefined };
  }

  private async listPrompts(owner: AccountId, query: PromptQuery): Promise<Found> {
    const prompts = await this.catalog.list(owner, query);
    return { found: prompts.map((prompt) => ({ prompt })), isCutOff: false };
  }

  private async listReadings(owner: AccountId, query: PromptQuery): Promise<Found> {
    const choice = query.label === undefined ? DEFAULT_CHOICE : ({ by: 'label', label: query.label } as const);
    const { readings, isCutOff } = await this.catalog.listWithVersions(owner, query, choice, PAGE_BYTES_MAX);
    const found = readings.map(({ prompt, version }) => ({ prompt, version, resolved: resolve(prompt, choice) }));
    return { found, isCutOff };
  }
}
