import type { AccountId } from '../../domain/accounts/account.ts';
import type { Label } from '../../domain/prompts/naming/label.ts';
import { LATEST } from '../../domain/prompts/naming/label.ts';
import type { PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import {
  DEFAULT_LABEL,
  type Prompt,
  type ResolvedVersion,
  resolve,
  type VersionChoice,
} from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { PromptHead, PromptRepository } from '../ports/prompt-repository.ts';

export interface ReadRequest {
  readonly choice: VersionChoice;
  /** Where the label pointed, or what the default rule gave, at that moment. Not together with a version. */
  readonly at?: Date | undefined;
}

export type ReadPromptOutcome =
  | {
      readonly kind: 'read';
      readonly prompt: Prompt;
      readonly version: PromptVersion;
      readonly resolved: ResolvedVersion;
    }
  | { readonly kind: 'not-found' | 'version-not-found' | 'label-not-found' };

/** The hot path: a prompt and one of its versions in one step. */
export class ReadPrompt {
  constructor(private readonly prompts: PromptRepository) {}

  async execute(owner: AccountId, reference: PromptReference, { choice, at }: ReadRequest): Promise<ReadPromptOutcome> {
    if (at) return this.past(owner, reference, choice, at);
    const reading = await this.prompts.read(owner, reference, choice);
    if (!reading) return { kind: 'not-found' };
    const resolved = resolve(reading.prompt, choice);
    if (!resolved) return { kind: 'label-not-found' };
    if (!reading.version) return { kind: 'version-not-found' };
    return { kind: 'read', prompt: reading.prompt, version: reading.version, resolved };
  }

  /** Enough to answer "not modified", without loading any content. */
  readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice): Promise<PromptHead | undefined> {
    return this.prompts.readHead(owner, reference, choice);
  }

  private async past(
    owner: AccountId,
    reference: PromptReference,
    choice: VersionChoice,
    at: Date,
  ): Promise<ReadPromptOutcome> {
    const prompt = await this.prompts.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    const resolved = await this.resolveAt(prompt, choice, at);
    if (!resolved)
      return { kind: choice.by === 'label' && choice.label !== LATEST ? 'label-not-found' : 'version-not-found' };
    const version = await this.prompts.version(owner, prompt.id, resolved.version);
    return version ? { kind: 'read', prompt, version, resolved } : { kind: 'version-not-found' };
  }

  private async resolveAt(prompt: Prompt, choice: VersionChoice, at: Date): Promise<ResolvedVersion | undefined> {
    if (choice.by === 'version') return { by: 'version', version: choice.version };
    if (choice.by === 'label' && choice.label !== LATEST) return this.labelAt(prompt, choice.label, at);
    const labelled = choice.by === 'default' ? await this.labelAt(prompt, DEFAULT_LABEL, at) : undefined;
    if (labelled) return labelled;
    const version = await this.prompts.latestAt(prompt.owner, prompt.id, at);
    return version === undefined ? undefined : { by: 'latest', version };
  }

  private async labelAt({ owner, id }: Prompt, label: Label, at: Date): Promise<ResolvedVersion | undefined> {
    const move = await this.prompts.moveAt(owner, id, label, at);
    return move?.version == null ? undefined : { by: 'label', label, version: move.version };
  }
}
