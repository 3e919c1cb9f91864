import type { RestoredPrompt } from '../../../../application/ports/prompt-archive.ts';
import type { CreatedPrompt, NameTaken, Stale } from '../../../../application/ports/prompt-writer.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import { fromPromptRow, withoutIncludes } from '../../rows/prompt-row.ts';
import type { Row, SqlDatabase } from '../sql-database.ts';
import { add, finish, lockAccount, type Step } from './sql-prompt-steps.ts';
import { addVersions } from './sql-version-steps.ts';

/** The rows that the steps of a change returned. */
export type RowsOf = (kind: NonNullable<Step['returns']>) => readonly Row[];

/** Makes a change, which is one list of guarded steps. The step whose guard failed decides the outcome. */
export async function applySteps<Rejection extends string>(
  database: SqlDatabase,
  steps: readonly Step<Rejection>[],
): Promise<{ readonly kind: Rejection } | { readonly kind: 'applied'; readonly rowsOf: RowsOf }> {
  const result = await database.atomically(steps);
  if ('rejectedAt' in result) {
    const rejection = steps[result.rejectedAt]?.rejection;
    invariant(rejection !== undefined, 'a guarded step names its rejection');
    return { kind: rejection };
  }
  const rowsOf: RowsOf = (kind) => result.rows.filter((_, index) => steps[index]?.returns === kind).flat();
  return { kind: 'applied', rowsOf };
}

/** Writes a new prompt with its versions, and its labels by the steps given. */
export async function placePrompt(
  database: SqlDatabase,
  { owner, id, metadata, versions, createdAt, updatedAt, preconditions }: Omit<RestoredPrompt, 'moves'>,
  labelSteps: readonly Step[],
): Promise<CreatedPrompt | NameTaken | Stale> {
  const which = { owner, id };
  const latest = versions.at(-1) ?? versions[0];
  const outcome = await applySteps(database, [
    lockAccount(owner, preconditions),
    add(which, metadata, latest, { createdAt, updatedAt }),
    ...addVersions(which, versions),
    ...labelSteps,
    ...finish(which),
  ]);
  if (outcome.kind !== 'applied') return outcome;
  return { kind: 'created', prompt: promptIn(outcome.rowsOf), version: withoutIncludes(latest) };
}

export function promptIn(rowsOf: RowsOf): Prompt {
  const [row] = rowsOf('prompt');
  invariant(row !== undefined, 'a change returns the prompt as it is now');
  return fromPromptRow(row);
}
