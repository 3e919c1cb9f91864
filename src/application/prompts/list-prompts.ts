import type { AccountId } from '../../domain/accounts/account.ts';
import { DEFAULT_CHOICE, type Prompt, type ResolvedVersion, resolve } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { Count, PromptQuery, PromptRepository } from '../ports/prompt-repository.ts';

export interface ListedPrompt {
  readonly prompt: Prompt;
  /** Where content was asked for. */
  readonly version?: PromptVersion;
  readonly resolved?: ResolvedVersion | undefined;
}

export interface ListedPrompts {
  readonly prompts: readonly ListedPrompt[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: PromptQuery['after'];
}

export class ListPrompts {
  constructor(private readonly prompts: PromptRepository) {}

  /** With the content that the query's label selects, or else the default rule: a whole application's bundle in one call. */
  async execute(owner: AccountId, query: PromptQuery, withContent: boolean): Promise<ListedPrompts> {
    // One more than asked for tells whether there is a next page.
    const wanted = { ...query, limit: query.limit + 1 };
    const found = withContent ? await this.readings(owner, wanted) : await this.plain(owner, wanted);
    const prompts = found.slice(0, query.limit);
    const last = prompts.at(-1)?.prompt;
    const next =
      found.length > query.limit && last ? { name: last.name, updatedAt: last.updatedAt, id: last.id } : undefined;
    return { prompts, next };
  }

  /** Equal revisions mean that every list of the account is the same. */
  revisionOf(owner: AccountId): Promise<number> {
    return this.prompts.revisionOf(owner);
  }

  tags(owner: AccountId): Promise<readonly Count[]> {
    return this.prompts.countByTag(owner);
  }

  folders(owner: AccountId): Promise<readonly Count[]> {
    return this.prompts.countByFolder(owner);
  }

  private async plain(owner: AccountId, query: PromptQuery): Promise<readonly ListedPrompt[]> {
    return (await this.prompts.list(owner, query)).map((prompt) => ({ prompt }));
  }

  private async readings(owner: AccountId, query: PromptQuery): Promise<readonly ListedPrompt[]> {
    const choice = query.label === undefined ? DEFAULT_CHOICE : ({ by: 'label', label: query.label } as const);
    const readings = await this.prompts.listWithVersions(owner, query, choice);
    return readings.map(({ prompt, version }) => ({ prompt, version, resolved: resolve(prompt, choice) }));
  }
}
