import type { StoredCaller, UsageBatch } from '../../../../application/ports/usage-log.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { CALLERS_MAX, LABEL_READS_MAX, type LabelRead } from '../../../../domain/usage/caller.ts';
import type { CallerCollection } from '../../../../domain/usage/caller-address.ts';
import { fromCallerRow, fromServedRow, toCallerRow, toServedRow } from '../../rows/caller-row.ts';
import { deleteBeyond, deleteSome } from '../delete-in-batches.ts';
import { columnsOf, insertRows, OF_ACCOUNT } from '../insert-rows.ts';
import { overRows, type Row, type SqlDatabase, type Statement, statement, type Write } from '../sql-database.ts';

const greater = (column: string): string =>
  `${column} = CASE WHEN excluded.${column} > caller.${column} THEN excluded.${column} ELSE caller.${column} END`;

const ADD_CALLERS = insertRows(
  'caller',
  OF_ACCOUNT,
  columnsOf('caller'),
  `ON CONFLICT (account_id, caller_id) DO UPDATE SET
     interfaces = caller.interfaces | excluded.interfaces,
     first_seen = CASE WHEN excluded.first_seen < caller.first_seen THEN excluded.first_seen ELSE caller.first_seen END,
     ${greater('last_seen')},
     calls = caller.calls + excluded.calls,
     ${greater('labels_evicted')}`,
);

const ADD_LABELS = insertRows(
  'caller_label',
  OF_ACCOUNT,
  columnsOf('served'),
  `ON CONFLICT (account_id, caller_id, prompt_id, label) DO UPDATE
     SET version = excluded.version, at = excluded.at WHERE excluded.at >= caller_label.at`,
);

/** Selects only callers that may have too many labels now. */
const AMONG_ROWS = (rows: string): string =>
  `account_id = :account_id AND caller_id IN (SELECT item.value ->> 0 FROM ${rows})`;
const MARK_EVICTION = statement(
  overRows(
    'rows',
    (rows) =>
      `UPDATE caller SET labels_evicted = 1 WHERE ${AMONG_ROWS(rows)} AND ${LABEL_READS_MAX} <
         (SELECT COUNT(*) FROM caller_label
          WHERE caller_label.account_id = caller.account_id AND caller_label.caller_id = caller.caller_id)`,
  ),
);
const EVICT_LABELS = statement(
  overRows(
    'rows',
    (rows) =>
      `DELETE FROM caller_label WHERE account_id = :account_id AND (caller_id, prompt_id, label) IN
         (SELECT caller_id, prompt_id, label FROM
           (SELECT caller_id, prompt_id, label,
              ROW_NUMBER() OVER (PARTITION BY caller_id ORDER BY at DESC, prompt_id, label) AS rank
            FROM caller_label WHERE ${AMONG_ROWS(rows)}) AS ranked
          WHERE rank > ${LABEL_READS_MAX})`,
  ),
);

const EVICT_CALLERS = deleteBeyond(CALLERS_MAX, 'caller', 'caller_id', 'last_seen DESC, caller_id');

const LIST_CALLERS = statement(
  `SELECT caller.*, CASE WHEN caller.last_seen > account.key_issued_at THEN 1 ELSE 0 END AS used_current_key,
     caller_label.prompt_id, caller_label.label, caller_label.version, caller_label.at
   FROM caller JOIN account ON account.id = caller.account_id
   LEFT JOIN caller_label
     ON caller_label.account_id = caller.account_id AND caller_label.caller_id = caller.caller_id
   WHERE caller.account_id = :account_id`,
);

/**
 * Skips callers that a batch is adding to: it would have to wait for the rest of the deletion, which may be waiting for the
 * batch.
 */
const deleteCallers = (condition: string): Statement =>
  deleteSome('caller', 'account_id, caller_id', condition, { skipsLocked: true });
export const DELETE_OLD_CALLERS = deleteCallers('last_seen < :before');
/** The opposite of `isStorable`. */
export const DELETE_CALLERS_EXCEPT: Readonly<Record<CallerCollection, Statement>> = {
  full: deleteCallers("address LIKE '%/%'"),
  masked: deleteCallers("address <> '' AND address NOT LIKE '%/%'"),
  off: deleteCallers('TRUE'),
};

/** Needs the lock of the account's counters, so that two batches cannot deadlock. */
export function callerWrites({ accountId: account_id, callers }: UsageBatch): Write[] {
  if (callers.length === 0) return [];
  const rows = callers.map((caller) => Object.values(toCallerRow(caller)));
  const labels = callers.flatMap(({ id, labels: reads }) => reads.map((read) => Object.values(toServedRow(id, read))));
  const write = (to: Statement, items: readonly unknown[]): Write => ({
    statement: to,
    parameters: { account_id, rows: JSON.stringify(items) },
    growth: 'history',
  });
  const labelWrites = [ADD_LABELS, MARK_EVICTION, EVICT_LABELS].map((statement) => write(statement, labels));
  return [
    write(ADD_CALLERS, rows),
    ...(labels.length > 0 ? labelWrites : []),
    { statement: EVICT_CALLERS, parameters: { account_id } },
  ];
}

export async function listCallers(database: SqlDatabase, accountId: AccountId): Promise<readonly StoredCaller[]> {
  const callers = new Map<string, StoredCaller & { readonly labels: LabelRead[] }>();
  for (const row of await database.all(LIST_CALLERS, { account_id: accountId })) {
    const id = String(row['caller_id']);
    const caller = callers.get(id) ?? { ...fromCallerRow(row), usedCurrentKey: isUsed(row), labels: [] };
    callers.set(id, caller);
    if (row['label'] !== null) caller.labels.push(fromServedRow(row));
  }
  return [...callers.values()];
}

const isUsed = (row: Row): boolean => Number(row['used_current_key']) === 1;
