import type {
  AccountPreconditions,
  Preconditions,
  RevisionPreconditions,
} from '../../../../application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import { newWriteId } from '../../rows/write-id.ts';
import { credentialParameters, HAS_CREDENTIAL, rejectionOf } from '../credential-guard.ts';
import { overRows, type Parameters, type Statement, statement } from '../sql-database.ts';
import type { PromptKey, Step } from './sql-prompt-steps.ts';

const LOCK_ACCOUNT = statement(
  `UPDATE account SET prompts_revision = prompts_revision + 1, prompts_write_id = :write_id
   WHERE id = :owner AND ${HAS_CREDENTIAL}`,
);

/**
 * Always first: locks the account's row, so that every other change of its prompts, and every reset of its key, waits until
 * this one is done. What the guards below find stays as it is until then.
 */
export function lockAccount(
  owner: AccountId,
  by: Actor,
  preconditions: AccountPreconditions,
): Step<'unauthorized' | 'stale'>[] {
  const parameters = { owner, write_id: newWriteId(), ...credentialParameters(by) };
  return [
    { statement: LOCK_ACCOUNT, parameters, rows: 1, rejection: rejectionOf(by) },
    ...guardAccount(owner, preconditions),
  ];
}

const guard = (statement: Statement, parameters: Parameters): Step<'stale'> => ({
  statement,
  parameters,
  rows: 1,
  rejection: 'stale',
});

/** Locking the account has raised the revision. */
const IS_AT_REVISION = statement(
  'SELECT id FROM account WHERE id = :owner AND prompts_revision = :account_revision + 1',
);
/** A row without a prompt has no id, and 0 as its revision. */
const HAS_PROMPTS = statement(
  overRows(
    'seen',
    (seen) =>
      `SELECT id FROM account WHERE id = :owner AND NOT EXISTS (
         SELECT 1 FROM ${seen}
         LEFT JOIN prompt ON prompt.account_id = :owner AND prompt.name = item.value ->> 0
         WHERE COALESCE(prompt.id, '') <> item.value ->> 1
           OR COALESCE(prompt.revision, 0) <> CAST(item.value ->> 2 AS BIGINT)
           OR COALESCE(prompt.write_id, '') <> COALESCE(item.value ->> 3, prompt.write_id, ''))`,
  ),
);

function guardAccount(owner: AccountId, { accountRevision, prompts = [] }: AccountPreconditions): Step<'stale'>[] {
  const seen = JSON.stringify(
    prompts.map(({ name, id = '', revision = 0, writeId = null }) => [name, id, revision, writeId]),
  );
  return [
    ...(accountRevision === undefined ? [] : [guard(IS_AT_REVISION, { owner, account_revision: accountRevision })]),
    ...(prompts.length === 0 ? [] : [guard(HAS_PROMPTS, { owner, seen })]),
  ];
}

/** A label that does not exist has the version 0. */
const HAS_LABELS = statement(
  overRows(
    'seen',
    (seen) =>
      `SELECT id FROM account WHERE id = :owner AND NOT EXISTS (
         SELECT 1 FROM ${seen}
         LEFT JOIN prompt_label ON prompt_label.account_id = :owner AND prompt_label.prompt_id = :id
           AND prompt_label.label = item.value ->> 0
         WHERE COALESCE(prompt_label.version, 0) <> CAST(item.value ->> 1 AS BIGINT))`,
  ),
);

export function guardSeenLabels({ owner, id }: PromptKey, { labels = [] }: RevisionPreconditions): Step<'stale'>[] {
  if (labels.length === 0) return [];
  const seen = JSON.stringify(labels.map(({ label, version }) => [label, version ?? 0]));
  return [guard(HAS_LABELS, { owner, id, seen })];
}

const withoutIncluder = (include: string): Statement =>
  statement(
    `SELECT id FROM prompt WHERE account_id = :owner AND id = :id AND NOT EXISTS (
       SELECT 1 FROM prompt_include
       WHERE prompt_include.account_id = :owner AND prompt_include.target_name = prompt.name${include})`,
  );
const IS_NOT_INCLUDED = withoutIncluder('');
const IS_NOT_INCLUDED_BY_LABEL = withoutIncluder(
  " AND prompt_include.target = prompt.name || '@' || CAST(:label AS TEXT)",
);

/** Comes before the prompt is changed. */
export function guardIncluders(key: PromptKey, { notIncluded }: Preconditions): Step<'stale'>[] {
  if (!notIncluded) return [];
  const { label } = notIncluded;
  return [label === undefined ? guard(IS_NOT_INCLUDED, key) : guard(IS_NOT_INCLUDED_BY_LABEL, { ...key, label })];
}
