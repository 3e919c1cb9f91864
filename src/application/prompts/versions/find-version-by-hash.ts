import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import { type ContentHash, PAGE_BYTES_MAX } from '../../../domain/prompts/prompt-version.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';

export type FindVersionOutcome =
  | { readonly kind: 'found'; readonly version: number }
  /** Among the versions that were searched. */
  | { readonly kind: 'hash-not-found'; readonly prompt: Prompt }
  | { readonly kind: 'not-found' };

/** How many versions are searched, the newest first. No index leads from a hash to its version. */
export const SEARCHED_VERSIONS_MAX = 200;

/** Finds the newest version with a hash. Versions with equal hashes have the same content. */
export class FindVersionByHash {
  constructor(private readonly reader: Pick<PromptReader, 'find' | 'listVersions'>) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    hash: ContentHash,
    execution: Execution = UNLIMITED,
  ): Promise<FindVersionOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    if (prompt.latestHash === hash) return { kind: 'found', version: prompt.latestVersion };
    return execution.heavy(() => this.search(prompt, hash, execution.signal));
  }

  /** Page by page: variables and configs are loaded with the hashes, and a page of them may be large. */
  private async search(prompt: Prompt, hash: ContentHash, signal: AbortSignal): Promise<FindVersionOutcome> {
    const { owner, id, latestVersion } = prompt;
    const oldest = Math.max(1, latestVersion - SEARCHED_VERSIONS_MAX + 1);
    let before = latestVersion;
    while (before > oldest) {
      signal.throwIfAborted();
      const page = { before, limit: before - oldest, bytesMax: PAGE_BYTES_MAX };
      const versions = await this.reader.listVersions(owner, id, page);
      const found = versions.find((version) => version.hash === hash);
      if (found) return { kind: 'found', version: found.version };
      before = versions.at(-1)?.version ?? oldest;
    }
    return { kind: 'hash-not-found', prompt };
  }
}
