import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptReference } from '../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { PromptReader } from '../../ports/prompt-reader.ts';

export type ReadVersionOutcome =
  | { readonly kind: 'read'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'not-found' | 'version-not-found' };

export class ReadVersion {
  constructor(private readonly reader: PromptReader) {}

  async execute(owner: AccountId, reference: PromptReference, version: number): Promise<ReadVersionOutcome> {
    const reading = await this.reader.read(owner, reference, { by: 'version', version });
    if (!reading) return { kind: 'not-found' };
    return reading.version
      ? { kind: 'read', prompt: reading.prompt, version: reading.version }
      : { kind: 'version-not-found' };
  }
}
