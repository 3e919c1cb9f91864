import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { Release, ReleaseLock } from '../../../domain/prompts/release.ts';
import type { Clock } from '../../ports/environment.ts';
import { type Execution, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelsProtected, PromptWriter, Stale } from '../../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import type { FindRelease } from '../find-release.ts';
import { type BrokenIncluder, findBrokenIncluders } from '../guard-includers.ts';
import { toChange } from '../includes/prospective-change.ts';
import { SeenPrompts } from '../includes/seen-prompts.ts';
import type { LabelNotFound } from '../missing-version.ts';
import { holds, type Precondition, unchangedSince } from '../precondition.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';

export interface RollBackRequest {
  readonly label: Label;
  /** The version that the label must point to now. */
  readonly from?: number | undefined;
  readonly precondition?: Precondition | undefined;
  readonly by: Actor;
}

/** The label does not point to the version that the caller expected. */
export interface LabelElsewhere {
  readonly kind: 'label-elsewhere';
  /** Undefined if the prompt does not have the label now. */
  readonly version: number | undefined;
}

export type RollBackLabelOutcome =
  | {
      readonly kind: 'moved';
      readonly move: LabelMove;
      readonly prompt: Prompt;
      /** The labels of other prompts whose callers it breaks. */
      readonly broken: readonly BrokenIncluder[];
    }
  | LabelNotFound
  | LabelsProtected
  | LabelElsewhere
  | { readonly kind: 'not-found' | 'nothing-to-roll-back' | 'archived' | 'precondition-failed' | 'conflict' };

/**
 * Takes back the newest move of a label that was not taken back yet, as a new move: one rollback after the other leads
 * further back. For emergencies, so it ignores breaking changes. A lock comes back with its version.
 */
export class RollBackLabel {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly protection: Pick<ProtectedLabels, 'read'>,
    private readonly findRelease: FindRelease,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
    private readonly clock: Clock,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    { label, from, precondition, by }: RollBackRequest,
    execution: Execution = UNLIMITED,
  ): Promise<RollBackLabelOutcome> {
    return this.retryWhileStale.execute<RollBackLabelOutcome>(
      { owner, of: reference, isCertain: true },
      async () => {
        const prompt = await this.reader.find(owner, reference);
        if (!prompt) return { kind: 'not-found' };
        const history = readHistory(this.reader, prompt, label);
        const newest = await history.next();
        if (newest.done) return { kind: 'label-not-found', prompt, label };
        if (!holds(precondition, prompt)) return { kind: 'precondition-failed' };
        const version = prompt.labels.get(label);
        if (from !== undefined && version !== from) return { kind: 'label-elsewhere', version };
        if (prompt.archived) return { kind: 'archived' };
        const earlier = await findEarlier(newest.value, history);
        if (!earlier) return { kind: 'nothing-to-roll-back' };
        return this.write(prompt, label, earlier, by, execution);
      },
      execution,
    );
  }

  private async write(
    prompt: Prompt,
    label: Label,
    { version, lock }: EarlierState,
    by: Actor,
    execution: Execution,
  ): Promise<RollBackLabelOutcome | Stale> {
    const { owner, id } = prompt;
    const seen = new SeenPrompts(this.reader);
    const release = await this.findReleaseOf(seen, prompt, label, { version, lock }, execution);
    const again = prompt.labels.get(label) === version || undefined;
    const broken = await findBrokenIncluders(this.reader, toChange(prompt, [[label, version]]), execution);
    const outcome = await this.writer.revise({
      owner,
      id,
      labels: [{ label, to: version, message: 'roll back', release, rollback: true, again }],
      by,
      at: this.clock.now(),
      preconditions: { ...seen.preconditions, ...unchangedSince(prompt) },
    });
    if (outcome.kind === 'stale' || outcome.kind === 'protected') return outcome;
    invariant(outcome.kind === 'revised', 'a label move is revised, protected or stale');
    const [move] = outcome.moves;
    invariant(move !== undefined, 'a rollback is recorded even if the version stays the same');
    return { kind: 'moved', move, prompt: outcome.prompt, broken };
  }

  /** Undefined only if the prompt was deleted concurrently, which the write finds out. */
  private async findReleaseOf(
    reader: SeenPrompts,
    { owner, id }: Prompt,
    label: Label,
    { version: number, lock }: EarlierState,
    execution: Execution,
  ): Promise<Release | undefined> {
    const isLocked = lock && (await this.protection.read(owner)).includes(label);
    if (isLocked) return { fingerprint: lock.fingerprint, lock };
    const version = await reader.findVersion(owner, id, number);
    return version && this.findRelease.execute(reader, owner, version, execution);
  }
}

/** The version and the lock that a label had before the move that a rollback takes back. */
interface EarlierState {
  readonly version: number;
  readonly lock: ReleaseLock | undefined;
}

const HISTORY_PAGE = 20;

/** Reads the moves of a label, the newest first. */
async function* readHistory(
  reader: Pick<PromptReader, 'listMoves'>,
  { owner, id }: Prompt,
  label: Label,
): AsyncGenerator<LabelMove, undefined> {
  let before: Date | undefined;
  do {
    const moves = await reader.listMoves(owner, id, label, { before, limit: HISTORY_PAGE });
    yield* moves;
    before = moves.length < HISTORY_PAGE ? undefined : moves.at(-1)?.movedAt;
  } while (before);
}

/**
 * The history of a label is a stack: a move pushes the version that it leaves, a rollback pops one. Undefined when nothing
 * is left, because the label had no version before.
 */
async function findEarlier(
  newest: LabelMove,
  older: AsyncGenerator<LabelMove, undefined>,
): Promise<EarlierState | undefined> {
  let takenBack = 0;
  let move: LabelMove | undefined = newest;
  while (move && (move.rollback || takenBack > 0)) {
    takenBack += move.rollback ? 1 : -1;
    move = (await older.next()).value;
  }
  if (!move || move.previous === null) return undefined;
  const before = (await older.next()).value;
  const lock = before?.version === move.previous ? before.locks?.at(-1)?.lock : undefined;
  return { version: move.previous, lock: lock ?? undefined };
}
