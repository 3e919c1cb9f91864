import type {
  PromptAddition,
  PromptCreation,
  PromptRemoval,
  PromptRevision,
  Refusal,
  RestoredPrompt,
  Revised,
} from '../../../../application/ports/prompt-repository.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import { fromMoveRow, fromPromptRow } from '../../rows/prompt-row.ts';
import type { Row, SqlDatabase } from '../sql-database.ts';
import { addIncludes, addMoves, addVersions, moveLabels } from './sql-prompt-parts.ts';
import {
  add,
  change,
  finish,
  lockAccount,
  publish,
  remove,
  type Step,
  setLatest,
  setMetadata,
} from './sql-prompt-steps.ts';

type Created = { readonly kind: 'created'; readonly prompt: Prompt };
type Placed = Omit<RestoredPrompt, 'moves'>;

/** Every change is one list of guarded steps. Which of them was refused tells what the caller gets to hear. */
export class SqlPromptWrites {
  constructor(private readonly database: SqlDatabase) {}

  create({ draft, labels, by, at, ...creation }: PromptCreation): Promise<Created | Refusal> {
    const { owner, id } = creation;
    const first = { ...draft, version: 1, publishedAt: at };
    const placed: Placed = { ...creation, createdAt: at, updatedAt: at, versions: [first] };
    return this.place(placed, moveLabels({ owner, id }, labels, by, at));
  }

  restore({ moves, ...placed }: RestoredPrompt): Promise<Created | Refusal> {
    return this.place(placed, addMoves({ owner: placed.owner, id: placed.id }, moves));
  }

  async revise(revision: PromptRevision): Promise<Revised | Refusal | { readonly kind: 'unchanged' }> {
    const { owner, id, metadata, draft, labels, by, at, preconditions } = revision;
    const which = { owner, id };
    const published = draft !== undefined || labels.every(({ to }) => to !== 'published');
    invariant(published, 'an order names a version that is published');

    const outcome = await this.run([
      lockAccount(owner, preconditions),
      change(which, preconditions, at),
      ...(draft ? [...publish(which, draft, at), ...addIncludes(which, draft.includes)] : []),
      ...(metadata ? [setMetadata(which, metadata)] : []),
      ...moveLabels(which, labels, by, at),
      ...finish(which),
    ]);
    if ('refusal' in outcome) return { kind: outcome.refusal };
    return { kind: 'revised', prompt: promptIn(outcome.rows), moves: movesIn(outcome.rows) };
  }

  async append({ owner, id, versions, moves, at, preconditions }: PromptAddition): Promise<'appended' | 'outdated'> {
    const which = { owner, id };
    const latest = versions.at(-1);
    const outcome = await this.run([
      lockAccount(owner, preconditions),
      change(which, preconditions, at),
      ...(latest ? [setLatest(which, latest.version, latest.hash)] : []),
      ...addVersions(which, versions),
      ...addMoves(which, moves),
      ...finish(which),
    ]);
    return 'refusal' in outcome ? outcome.refusal : 'appended';
  }

  async remove({ owner, id, preconditions }: PromptRemoval): Promise<'removed' | 'outdated'> {
    const outcome = await this.run([lockAccount(owner, preconditions), remove({ owner, id }, preconditions)]);
    return 'refusal' in outcome ? outcome.refusal : 'removed';
  }

  private async place(placed: Placed, labelling: readonly Step[]): Promise<Created | Refusal> {
    const { owner, id, metadata, versions, preconditions } = placed;
    const which = { owner, id };
    const latest = versions.at(-1) ?? versions[0];
    const outcome = await this.run([
      lockAccount(owner, preconditions),
      add(which, metadata, latest, placed),
      ...addVersions(which, versions),
      ...labelling,
      ...finish(which),
    ]);
    return 'refusal' in outcome ? { kind: outcome.refusal } : { kind: 'created', prompt: promptIn(outcome.rows) };
  }

  private async run<Refusal extends string>(steps: readonly Step<Refusal>[]) {
    const result = await this.database.atomically(steps);
    if (!('refusedAt' in result)) return result;
    const refusal = steps[result.refusedAt]?.refusal;
    invariant(refusal !== undefined, 'a step that can be refused says what that means');
    return { refusal };
  }
}

type Returned = readonly (readonly Row[])[];

/** The last step answers the prompt. */
function promptIn(rows: Returned): Prompt {
  const row = rows.at(-1)?.[0];
  invariant(row !== undefined, 'a change ends with the prompt as it is now');
  return fromPromptRow(row);
}

/** Of the others only moves answer anything. */
const movesIn = (rows: Returned) => rows.slice(0, -1).flat().map(fromMoveRow);
