import type { LabelLock } from '../../../../application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { LOCK_PERIODS_MAX } from '../../../../domain/prompts/release.ts';
import { toLockText } from '../../rows/release-row.ts';
import { overRows, statement } from '../sql-database.ts';
import { inBatches, type Step, THIS_WRITE } from './sql-prompt-steps.ts';

/**
 * Rows of a prompt, a label and its lock. A label that is not protected gets none. Existing rows are replaced rather than
 * updated, because SQLite would scan all labels of the account for each row of an UPDATE.
 */
const SET_LOCKS = statement(
  overRows(
    'rows',
    (rows) =>
      `INSERT INTO prompt_label (account_id, prompt_id, label, version, lock)
       SELECT held.account_id, held.prompt_id, held.label, held.version, CASE WHEN EXISTS (
           SELECT 1 FROM protected_label WHERE account_id = :owner AND label = held.label
         ) THEN CAST(held.version AS TEXT) || ' ' || (item.value ->> 2) END
       FROM ${rows} CROSS JOIN prompt_label AS held
       WHERE held.account_id = :owner AND held.prompt_id = item.value ->> 0 AND held.label = item.value ->> 1
       ON CONFLICT (account_id, prompt_id, label) DO UPDATE SET lock = excluded.lock`,
  ),
);

const RELEASE = 'held.release';
const PERIOD = `'{"since":' || CAST(CAST(:at AS BIGINT) AS TEXT) || ',"lock":' || COALESCE(item.value ->> 2, 'null') || '}'`;
const PERIODS = `(LENGTH(${RELEASE}) - LENGTH(REPLACE(${RELEASE}, '"since":', ''))) / LENGTH('"since":')`;

/** Adds a period to the newest move of each label, in the form of release-row.ts. */
const addPeriods = (rows: string, withoutOldest: string): string => {
  const kept = `CASE WHEN ${PERIODS} < ${LOCK_PERIODS_MAX} THEN ${RELEASE} ELSE ${withoutOldest} END`;
  return `INSERT INTO label_move (account_id, prompt_id, label, moved_at, version, previous, moved_by, message, release)
    SELECT held.account_id, held.prompt_id, held.label, held.moved_at, held.version, held.previous, held.moved_by,
      held.message, CASE
        WHEN ${RELEASE} IS NULL THEN '{"locks":[' || ${PERIOD} || ']}'
        WHEN ${PERIODS} = 0 THEN SUBSTR(${RELEASE}, 1, LENGTH(${RELEASE}) - 1) || ',"locks":[' || ${PERIOD} || ']}'
        ELSE SUBSTR(${kept}, 1, LENGTH(${kept}) - 2) || ',' || ${PERIOD} || ']}' END
    FROM ${rows} CROSS JOIN label_move AS held
    WHERE held.account_id = :owner AND held.prompt_id = item.value ->> 0 AND held.label = item.value ->> 1
      AND held.version IS NOT NULL AND held.moved_at = (SELECT MAX(newest.moved_at) FROM label_move AS newest
        WHERE newest.account_id = :owner AND newest.prompt_id = item.value ->> 0 AND newest.label = item.value ->> 1)
    ON CONFLICT (account_id, prompt_id, label, moved_at) DO UPDATE SET release = excluded.release`;
};
const ADD_PERIODS = statement({
  sqlite: overRows('rows', (rows) => addPeriods(rows, `json_remove(${RELEASE}, '$.locks[0]')`)).sqlite,
  postgres: overRows('rows', (rows) =>
    addPeriods(rows, `regexp_replace(${RELEASE}, '\\{"since":.*?,(\\{"since":)', '\\1')`),
  ).postgres,
});

const RAISE_REVISIONS = statement(
  overRows(
    'rows',
    (rows) =>
      `UPDATE prompt SET revision = revision + 1, write_id = ${THIS_WRITE}
       WHERE account_id = :owner AND id IN (SELECT item.value ->> 0 FROM ${rows})`,
  ),
);

/** Comes after the list of protected labels is written. */
export function setLocks(owner: AccountId, locks: readonly LabelLock[], at: Date): Step[] {
  const rows = locks.map(({ promptId, label, lock }) => [promptId, label, lock && toLockText(lock)]);
  const ids = [...new Set(locks.map(({ promptId }) => promptId))].map((id) => [id]);
  return [
    ...inBatches(SET_LOCKS, { owner }, rows, 'history'),
    ...inBatches(ADD_PERIODS, { owner, at: at.getTime() }, rows, 'history'),
    ...inBatches(RAISE_REVISIONS, { owner }, ids, 'history'),
  ];
}
