import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Channel } from '../../../domain/channel.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Label } from '../../../domain/prompts/naming/label.ts';
import type { PromptReference } from '../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import { isMessage } from '../../../domain/prompts/prompt-version.ts';
import type { BreakingChange } from '../../../domain/templates/variable-changes.ts';
import type { Clock } from '../../ports/environment.ts';
import type { PromptRepository } from '../../ports/prompt-repository.ts';
import { DECISIONS_MAX, holds, type Precondition } from '../precondition.ts';
import { breakingMoves } from '../promotion.ts';

export interface MoveLabelRequest {
  readonly label: Label;
  readonly version: number;
  readonly message?: string | undefined;
  /** Moves even where callers would break. */
  readonly force?: boolean | undefined;
  readonly precondition?: Precondition | undefined;
  readonly by: Channel;
}

export type MoveLabelOutcome =
  | { readonly kind: 'moved'; readonly move: LabelMove; readonly prompt: Prompt }
  | { readonly kind: 'breaking'; readonly changes: readonly BreakingChange[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'not-found' | 'version-not-found' | 'archived' | 'precondition-failed' | 'conflict' };

/** Points a label to a version. Everybody who reads by that label gets it from then on. */
export class MoveLabel {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly clock: Clock,
  ) {}

  async execute(owner: AccountId, reference: PromptReference, request: MoveLabelRequest): Promise<MoveLabelOutcome> {
    if (!isMessage(request.message ?? '')) {
      return { kind: 'invalid', problems: [{ path: 'message', problem: 'too-long' }] };
    }
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const prompt = await this.prompts.find(owner, reference);
      if (!prompt) return { kind: 'not-found' };
      if (!holds(request.precondition, prompt)) return { kind: 'precondition-failed' };
      const outcome = await this.decide(prompt, request);
      if (outcome) return outcome;
    }
    return { kind: 'conflict' };
  }

  private async decide(prompt: Prompt, request: MoveLabelRequest): Promise<MoveLabelOutcome | undefined> {
    const { owner, id } = prompt;
    const { label, version, message = '', force = false, by } = request;
    if (version > prompt.latestVersion) return { kind: 'version-not-found' };
    if (prompt.archived) return { kind: 'archived' };
    if (prompt.labels.get(label) === version) return this.whereItIs(prompt, label);
    if (!force && prompt.labels.has(label)) {
      const target = await this.prompts.version(owner, id, version);
      const changes = await breakingMoves(this.prompts, owner, prompt, [label], target?.variables ?? []);
      if (changes.length > 0) return { kind: 'breaking', changes };
    }
    const outcome = await this.prompts.revise({
      owner,
      id,
      labels: [{ label, to: version, message }],
      by,
      at: this.clock.now(),
      preconditions: { revision: prompt.revision },
    });
    if (outcome.kind !== 'revised') return undefined;
    const [move] = outcome.moves;
    invariant(move !== undefined, 'a label that pointed elsewhere was moved');
    return { kind: 'moved', move, prompt: outcome.prompt };
  }

  /** Moving a label to where it points records nothing: the answer is the move that brought it there. */
  private async whereItIs(prompt: Prompt, label: Label): Promise<MoveLabelOutcome | undefined> {
    // Read before the prompt is confirmed: afterwards, the newest move may be one that somebody else made meanwhile.
    const [move] = await this.prompts.moves(prompt.owner, prompt.id, label, { limit: 1 });
    if ((await this.prompts.confirm(prompt)) === 'outdated') return undefined;
    invariant(move !== undefined, 'a label got where it is by a move');
    return { kind: 'moved', move, prompt };
  }
}
