import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { BreakingChange } from '../../../domain/templates/variable-changes.ts';
import type { Clock } from '../../ports/environment.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter, Stale } from '../../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import { findBreakingMoves } from '../find-breaking-moves.ts';
import { findProtected } from '../find-protected.ts';
import { SeenPrompts } from '../includes/seen-prompts.ts';
import type { VersionNotFound } from '../missing-version.ts';
import { seenLabels } from '../precondition.ts';
import { parseLabels } from '../prompt-input.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';

export interface MoveLabelsRequest {
  readonly labels: readonly string[];
  readonly version: number;
  /** Moves the labels even when that breaks callers. */
  readonly force?: boolean | undefined;
  readonly by: Actor;
}

export type MoveLabelsOutcome =
  | { readonly kind: 'moved'; readonly prompt: Prompt; readonly version: PromptVersion }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | VersionNotFound
  | LabelsProtected
  | { readonly kind: 'not-found' | 'archived' | 'conflict' };

/** Points several labels to a version in one revision: all of them move, or none. Other labels of the version stay. */
export class MoveLabels {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly protection: ProtectedLabels,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    request: MoveLabelsRequest,
    execution: Execution = UNLIMITED,
  ): Promise<MoveLabelsOutcome> {
    const { labels, problems } = parseLabels(request.labels);
    if (problems.length > 0) return { kind: 'invalid', problems };
    return this.retryWhileStale.execute<MoveLabelsOutcome>(
      { owner, of: reference, isCertain: true },
      async () => {
        const reading = await this.reader.read(owner, reference, { by: 'version', version: request.version });
        if (!reading) return { kind: 'not-found' };
        const { prompt, version } = reading;
        if (!version) return { kind: 'version-not-found', prompt, version: request.version };
        if (prompt.archived) return { kind: 'archived' };
        return this.decide(prompt, version, labels, request, execution);
      },
      execution,
    );
  }

  private async decide(
    prompt: Prompt,
    version: PromptVersion,
    labels: readonly Label[],
    { force = false, by }: MoveLabelsRequest,
    execution: Execution,
  ): Promise<MoveLabelsOutcome | Stale> {
    const moving = labels.filter((label) => prompt.labels.get(label) !== version.version);
    if (moving.length === 0) {
      const outcome = await this.writer.confirm(prompt, by);
      return outcome.kind === 'confirmed' ? { kind: 'moved', prompt, version } : outcome;
    }
    const seen = new SeenPrompts(this.reader);
    const changes = force ? [] : await findBreakingMoves(seen, prompt, moving, version, execution);
    if (changes.length > 0) {
      return (await findProtected(this.protection, prompt.owner, moving, by)) ?? { kind: 'breaking', changes };
    }
    const outcome = await this.writer.revise({
      owner: prompt.owner,
      id: prompt.id,
      labels: moving.map((label) => ({ label, to: version.version, message: '' })),
      by,
      at: this.clock.now(),
      preconditions: { ...seen.preconditions, labels: seenLabels(prompt, moving) },
    });
    if (outcome.kind === 'stale' || outcome.kind === 'protected') return outcome;
    invariant(outcome.kind === 'revised', 'a label move is revised, protected or stale');
    return { kind: 'moved', prompt: outcome.prompt, version };
  }
}
