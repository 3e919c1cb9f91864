import type { AccountId } from '../../domain/accounts/account.ts';
import type { Channel } from '../../domain/channel.ts';
import { newPromptId } from '../../domain/naming/prompt-name.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { QuotaExceeded } from '../../domain/prompts/quotas.ts';
import { timedIdEntropyBytes } from '../../domain/timed-id.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import type { LabelsProtected, PromptWriter } from '../ports/prompts/prompt-writer.ts';
import { UNLIMITED_WORK, type Work } from '../work.ts';
import { type DraftVersion, findDraftProblems, type VersionInput } from './draft-version.ts';
import { type MetadataInput, parseLabels, parseMetadata } from './prompt-input.ts';
import { untilDecided } from './until-decided.ts';

export interface PromptInput extends VersionInput, Omit<MetadataInput, 'name' | 'archived'> {
  readonly name: string;
  readonly labels?: readonly string[] | undefined;
}

export type CreatePromptOutcome =
  | { readonly kind: 'created'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | LabelsProtected
  | QuotaExceeded
  | { readonly kind: 'name-taken' }
  | { readonly kind: 'conflict' };

export class CreatePrompt {
  constructor(
    private readonly writer: PromptWriter,
    private readonly draftVersion: DraftVersion,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(
    owner: AccountId,
    input: PromptInput,
    by: Channel,
    work: Work = UNLIMITED_WORK,
  ): Promise<CreatePromptOutcome> {
    const metadata = parseMetadata(input);
    const { labels, problems } = parseLabels(input.labels ?? []);
    if (!('name' in metadata) || !metadata.name || problems.length > 0) {
      return {
        kind: 'invalid',
        problems: [...('name' in metadata ? [] : metadata), ...problems, ...findDraftProblems(input)],
      };
    }
    const { name, description = '', tags = [] } = metadata;
    return untilDecided<CreatePromptOutcome>(async () => {
      const drafted = await this.draftVersion.execute(owner, name, input, work);
      if (drafted.kind === 'invalid') return drafted;
      const at = this.clock.now();
      return this.writer.create({
        owner,
        id: newPromptId(at, this.entropy.bytes(timedIdEntropyBytes)),
        metadata: { name, description, tags, archived: false },
        draft: drafted.draft,
        labels: labels.map((label) => ({ label, to: 'published', message: drafted.draft.message })),
        by,
        at,
        preconditions: { accountRevision: drafted.accountRevision },
      });
    }, work);
  }
}
