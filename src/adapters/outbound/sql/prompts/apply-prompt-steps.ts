import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
import type { RestoredPrompt } from '../../../../application/ports/prompts/prompt-archive.ts';
import type {
  CreatedPrompt,
  LabelsProtected,
  NameTaken,
  Stale,
} from '../../../../application/ports/prompts/prompt-writer.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import type { Prompt } from '../../../../domain/prompts/prompt.ts';
import {
  findTooManyVersions,
  type QuotaExceeded,
  type QuotaName,
  type Quotas,
} from '../../../../domain/prompts/quotas.ts';
import { fromPromptRow, withoutIncludes } from '../../rows/prompt-row.ts';
import { type Row, type SqlDatabase, statement } from '../sql-database.ts';
import { countPrompt, readUse } from './sql-content-steps.ts';
import { lockAccount } from './sql-precondition-steps.ts';
import { add, finish, HAS_ID, type PromptKey, type Step } from './sql-prompt-steps.ts';
import { addNewSearchTexts } from './sql-search-steps.ts';
import { addVersions } from './sql-version-steps.ts';

/** The rows that the steps of a change returned. */
export type RowsOf = (kind: NonNullable<Step['returns']>) => readonly Row[];

interface Applied {
  readonly kind: 'applied';
  readonly rowsOf: RowsOf;
}

/** Makes a change, which is one list of guarded steps. The step whose guard failed decides the outcome. */
export async function applySteps<Rejection extends string>(
  database: SqlDatabase,
  { key, quotas }: { readonly key: PromptKey; readonly quotas: Quotas },
  steps: readonly Step<Rejection | 'unauthorized'>[],
): Promise<{ readonly kind: Rejection } | LabelsProtected | QuotaExceeded | Applied> {
  const result = await database.atomically(steps);
  if ('rejectedAt' in result) {
    const { rejection, quota, returns } = steps[result.rejectedAt] ?? {};
    if (returns === 'protected') {
      return { kind: returns, labels: result.rejectedRows.map(({ label }) => label as Label) };
    }
    if (quota) {
      return { kind: 'quota-exceeded', quota, used: await readUsed(database, key, quota), limit: quotas[quota] };
    }
    invariant(rejection !== undefined, 'a guarded step names its rejection');
    if (rejection === 'unauthorized') throw new CredentialRetired();
    return { kind: rejection };
  }
  const rowsOf: RowsOf = (kind) => result.rows.filter((_, index) => steps[index]?.returns === kind).flat();
  return { kind: 'applied', rowsOf };
}

/** Writes a new prompt with its versions. What is special about a new or an imported one are its guards and its labels. */
export async function addPrompt(
  database: SqlDatabase,
  quotas: Quotas,
  { owner, id, metadata, versions, createdAt, updatedAt, by, preconditions }: Omit<RestoredPrompt, 'moves'>,
  guards: readonly Step[],
  labelSteps: readonly Step[],
): Promise<CreatedPrompt | NameTaken | LabelsProtected | QuotaExceeded | Stale> {
  const key = { owner, id };
  const latest = versions.at(-1) ?? versions[0];
  const outcome =
    findTooManyVersions(0, latest.version, quotas) ??
    (await applySteps(database, { key, quotas }, [
      ...lockAccount(owner, by, preconditions),
      add(key, metadata, latest, { createdAt, updatedAt }),
      ...guards,
      countPrompt(owner, quotas),
      ...addVersions(key, versions, quotas),
      addNewSearchTexts(key, metadata, latest.content),
      ...labelSteps,
      ...finish(key),
    ]));
  if (outcome.kind !== 'applied') return outcome;
  return { kind: 'created', prompt: promptIn(outcome.rowsOf), version: withoutIncludes(latest) };
}

export function promptIn(rowsOf: RowsOf): Prompt {
  const [row] = rowsOf('prompt');
  invariant(row !== undefined, 'a change returns the prompt as it is now');
  return fromPromptRow(row);
}

const LATEST_VERSION = statement(`SELECT latest_version FROM prompt WHERE ${HAS_ID}`);

async function readUsed(database: SqlDatabase, key: PromptKey, quota: QuotaName): Promise<number> {
  if (quota !== 'versionsPerPrompt') return (await readUse(database, key.owner))[quota];
  const row = await database.first(LATEST_VERSION, key);
  return Number(row?.['latest_version'] ?? 0);
}
