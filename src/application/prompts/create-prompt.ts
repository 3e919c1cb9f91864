import type { AccountId } from '../../domain/accounts/account.ts';
import type { Channel } from '../../domain/channel.ts';
import type { Problem } from '../../domain/problem.ts';
import { newPromptId } from '../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import { timedIdEntropyBytes } from '../../domain/timed-id.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import type { PromptRepository } from '../ports/prompt-repository.ts';
import { type DraftVersion, draftProblems, type VersionInput } from './draft-version.ts';
import { DECISIONS_MAX } from './precondition.ts';
import { type MetadataInput, parseLabels, parseMetadata } from './prompt-input.ts';

export interface PromptInput extends VersionInput, Omit<MetadataInput, 'name' | 'archived'> {
  readonly name: string;
  readonly labels?: readonly string[] | undefined;
}

export type CreatePromptOutcome =
  | { readonly kind: 'created'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'name-taken' }
  | { readonly kind: 'conflict' };

export class CreatePrompt {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly draftVersion: DraftVersion,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(owner: AccountId, input: PromptInput, by: Channel): Promise<CreatePromptOutcome> {
    const metadata = parseMetadata(input);
    const { labels, problems } = parseLabels(input.labels ?? []);
    if (!('name' in metadata) || !metadata.name || problems.length > 0) {
      return {
        kind: 'invalid',
        problems: [...('name' in metadata ? [] : metadata), ...problems, ...draftProblems(input)],
      };
    }
    const { name, description = '', tags = [] } = metadata;
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const drafted = await this.draftVersion.execute(owner, name, input);
      if (drafted.kind === 'invalid') return drafted;
      const at = this.clock.now();
      const outcome = await this.prompts.create({
        owner,
        id: newPromptId(at, this.entropy.bytes(timedIdEntropyBytes)),
        metadata: { name, description, tags, archived: false },
        draft: drafted.draft,
        labels: labels.map((label) => ({ label, to: 'published', message: drafted.draft.message })),
        by,
        at,
        preconditions: { accountRevision: drafted.accountRevision },
      });
      if (outcome.kind === 'name-taken') return outcome;
      if (outcome.kind === 'created') return this.created(owner, outcome.prompt);
    }
    return { kind: 'conflict' };
  }

  private async created(owner: AccountId, prompt: Prompt): Promise<CreatePromptOutcome> {
    const version = await this.prompts.version(owner, prompt.id, 1);
    // Somebody deleted it meanwhile.
    return version ? { kind: 'created', prompt, version } : { kind: 'conflict' };
  }
}
