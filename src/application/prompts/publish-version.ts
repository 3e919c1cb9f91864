import type { AccountId } from '../../domain/accounts/account.ts';
import type { Channel } from '../../domain/channel.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Label } from '../../domain/prompts/naming/label.ts';
import type { PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { BreakingChange } from '../../domain/templates/variable-changes.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptRepository, PublishedDraft } from '../ports/prompt-repository.ts';
import { again, type DraftVersion, draftProblems, type VersionInput } from './draft-version.ts';
import { DECISIONS_MAX, holds, type Precondition } from './precondition.ts';
import { breakingMoves } from './promotion.ts';
import { parseLabels } from './prompt-input.ts';

/** New words, or the number of an earlier version whose words shall be published again. */
export type PublicationInput = VersionInput | { readonly restore: number; readonly message?: string | undefined };

export interface PublishRequest {
  readonly input: PublicationInput;
  readonly labels?: readonly string[] | undefined;
  readonly precondition?: Precondition | undefined;
  readonly by: Channel;
}

export type PublishVersionOutcome =
  | { readonly kind: 'published'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'unchanged'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | {
      readonly kind:
        | 'not-found'
        | 'version-not-found'
        | 'type-mismatch'
        | 'archived'
        | 'precondition-failed'
        | 'conflict';
    };

export class PublishVersion {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly draftVersion: DraftVersion,
    private readonly clock: Clock,
  ) {}

  async execute(owner: AccountId, reference: PromptReference, request: PublishRequest): Promise<PublishVersionOutcome> {
    const { input } = request;
    const { labels, problems } = parseLabels(request.labels ?? []);
    if (problems.length > 0) {
      return { kind: 'invalid', problems: [...problems, ...('restore' in input ? [] : draftProblems(input))] };
    }
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const prompt = await this.prompts.find(owner, reference);
      if (!prompt) return { kind: 'not-found' };
      if (!holds(request.precondition, prompt)) return { kind: 'precondition-failed' };
      if (prompt.archived) return { kind: 'archived' };
      const outcome = await this.decide(prompt, labels, request);
      if (outcome) return outcome;
    }
    return { kind: 'conflict' };
  }

  /** Undefined when what was read has changed meanwhile. */
  private async decide(
    prompt: Prompt,
    labels: readonly Label[],
    { input, precondition, by }: PublishRequest,
  ): Promise<PublishVersionOutcome | undefined> {
    const { owner, id } = prompt;
    const words = 'restore' in input ? await this.earlier(prompt, input) : input;
    if (!words) return { kind: 'version-not-found' };
    if (words.content.type !== prompt.type) return { kind: 'type-mismatch' };
    const drafted = await this.draftVersion.execute(owner, prompt.name, words);
    if (drafted.kind === 'invalid') return drafted;
    const { draft, accountRevision } = drafted;
    const changes = await breakingMoves(this.prompts, owner, prompt, labels, draft.variables);
    if (changes.length > 0) return { kind: 'breaking', changes };

    // Words alone need no particular state of the prompt: publishers never stand in each other's way.
    const careful = labels.length > 0 || precondition !== undefined;
    const outcome = await this.prompts.revise({
      owner,
      id,
      draft,
      labels: labels.map((label) => ({ label, to: 'published', message: draft.message })),
      by,
      at: this.clock.now(),
      preconditions: { revision: careful ? prompt.revision : undefined, accountRevision },
    });
    if (outcome.kind === 'revised') return this.answer('published', outcome.prompt);
    if (outcome.kind === 'unchanged') return this.keep(prompt, draft, labels, by);
    return undefined;
  }

  private async earlier(prompt: Prompt, { restore, message }: { restore: number; message?: string | undefined }) {
    const version = await this.prompts.version(prompt.owner, prompt.id, restore);
    return version && again(version, message);
  }

  /** The words are the latest version's already. The labels asked for still have to point to it. */
  private async keep(prompt: Prompt, { hash, message }: PublishedDraft, labels: readonly Label[], by: Channel) {
    const { owner, id, latestVersion } = prompt;
    const moving = labels.filter((label) => prompt.labels.get(label) !== latestVersion);
    if (moving.length === 0) {
      const current = await this.prompts.find(owner, { by: 'id', id });
      // Somebody may have published other words since: then these are new after all.
      if (current?.latestHash !== hash || (await this.prompts.confirm(current)) === 'outdated') return undefined;
      return this.answer('unchanged', current);
    }
    const outcome = await this.prompts.revise({
      owner,
      id,
      labels: moving.map((label) => ({ label, to: latestVersion, message })),
      by,
      at: this.clock.now(),
      preconditions: { revision: prompt.revision },
    });
    return outcome.kind === 'revised' ? this.answer('unchanged', outcome.prompt) : undefined;
  }

  private async answer(kind: 'published' | 'unchanged', prompt: Prompt): Promise<PublishVersionOutcome> {
    const version = await this.prompts.version(prompt.owner, prompt.id, prompt.latestVersion);
    // Somebody deleted the prompt meanwhile, and what was written with it.
    return version ? { kind, prompt, version } : { kind: 'not-found' };
  }
}
