import type { AccountId } from '../../domain/accounts/account.ts';
import type { PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionSummary } from '../../domain/prompts/prompt-version.ts';
import type { PromptRepository, VersionPage } from '../ports/prompt-repository.ts';

export type ListVersionsOutcome =
  | {
      readonly kind: 'listed';
      readonly prompt: Prompt;
      readonly versions: readonly VersionSummary[];
      readonly next: number | undefined;
    }
  | { readonly kind: 'not-found' };

export type ReadVersionOutcome =
  | { readonly kind: 'read'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'not-found' | 'version-not-found' };

export class ListVersions {
  constructor(private readonly prompts: PromptRepository) {}

  async execute(owner: AccountId, reference: PromptReference, page: VersionPage): Promise<ListVersionsOutcome> {
    const prompt = await this.prompts.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    // One more than asked for tells whether there is a next page.
    const found = await this.prompts.versions(owner, prompt.id, { ...page, limit: page.limit + 1 });
    const versions = found.slice(0, page.limit);
    const next = found.length > page.limit ? versions.at(-1)?.version : undefined;
    return { kind: 'listed', prompt, versions, next };
  }

  async one(owner: AccountId, reference: PromptReference, version: number): Promise<ReadVersionOutcome> {
    const reading = await this.prompts.read(owner, reference, { by: 'version', version });
    if (!reading) return { kind: 'not-found' };
    return reading.version
      ? { kind: 'read', prompt: reading.prompt, version: reading.version }
      : { kind: 'version-not-found' };
  }
}
