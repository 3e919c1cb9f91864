import type { AccountId } from '../../../domain/accounts/account.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { VersionNotFound } from '../missing-version.ts';

export type ReadVersionOutcome =
  | { readonly kind: 'read'; readonly prompt: Prompt; readonly version: PromptVersion }
  | VersionNotFound
  | { readonly kind: 'not-found' };

export class ReadVersion {
  constructor(private readonly reader: PromptReader) {}

  async execute(owner: AccountId, reference: PromptReference, version: number): Promise<ReadVersionOutcome> {
    const reading = await this.reader.read(owner, reference, { by: 'version', version });
    if (!reading) return { kind: 'not-found' };
    const { prompt, version: found } = reading;
    return found ? { kind: 'read', prompt, version: found } : { kind: 'version-not-found', prompt, version };
  }
}
