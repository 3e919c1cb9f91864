import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptReference } from '../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { VersionSummary } from '../../../domain/prompts/prompt-version.ts';
import type { PromptReader, VersionPage } from '../../ports/prompt-reader.ts';

export type ListVersionsOutcome =
  | {
      readonly kind: 'listed';
      readonly prompt: Prompt;
      readonly versions: readonly VersionSummary[];
      readonly next: number | undefined;
    }
  | { readonly kind: 'not-found' };

export class ListVersions {
  constructor(private readonly reader: PromptReader) {}

  async execute(owner: AccountId, reference: PromptReference, page: VersionPage): Promise<ListVersionsOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    // One more than requested shows whether there is a next page.
    const found = await this.reader.listVersions(owner, prompt.id, { ...page, limit: page.limit + 1 });
    const versions = found.slice(0, page.limit);
    const next = found.length > page.limit ? versions.at(-1)?.version : undefined;
    return { kind: 'listed', prompt, versions, next };
  }
}
