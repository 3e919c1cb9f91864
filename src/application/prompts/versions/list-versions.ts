import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import { PAGE_BYTES_MAX, type VersionSummary } from '../../../domain/prompts/prompt-version.ts';
import type { PromptReader, VersionPage } from '../../ports/prompts/prompt-reader.ts';

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

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { before, limit }: Omit<VersionPage, 'bytesMax'>,
  ): Promise<ListVersionsOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    const page = { before, limit, bytesMax: PAGE_BYTES_MAX };
    const versions = await this.reader.listVersions(owner, prompt.id, page);
    // Versions have no gaps: there is a next page unless this one has the first version.
    const { version: last = 1 } = versions.at(-1) ?? {};
    return { kind: 'listed', prompt, versions, next: last > 1 ? last : undefined };
  }
}
