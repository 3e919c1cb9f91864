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

export class ListPrompts {
  constructor(private readonly catalog: PromptCatalog) {}

  /** `withContent` adds the version that the query's label or the default rule selects: all of an application's prompts in one call. */
  async execute(owner: AccountId, query: PromptQuery, withContent: boolean): Promise<ListedPrompts> {
    // One more than requested shows whether there is a next page.
    const wanted = { ...query, limit: query.limit + 1 };
    const found = withContent ? await this.listReadings(owner, wanted) : await this.listPrompts(owner, wanted);
    const prompts = found.slice(0, query.limit);
    const last = prompts.at(-1)?.prompt;
    const next =
      found.length > query.limit && last ? { name: last.name, updatedAt: last.updatedAt, id: last.id } : undefined;
    return { prompts, next };
  }

  private async listPrompts(owner: AccountId, query: PromptQuery): Promise<readonly ListedPrompt[]> {
    return (await this.catalog.list(owner, query)).map((prompt) => ({ prompt }));
  }

  private async listReadings(owner: AccountId, query: PromptQuery): Promise<readonly ListedPrompt[]> {
    const choice = query.label === undefined ? DEFAULT_CHOICE : ({ by: 'label', label: query.label } as const);
    const readings = await this.catalog.listWithVersions(owner, query, choice);
    return readings.map(({ prompt, version }) => ({ prompt, version, resolved: resolve(prompt, choice) }));
  }
}
