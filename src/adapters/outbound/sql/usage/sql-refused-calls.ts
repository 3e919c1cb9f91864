import type { UsageBatch } from '../../../../application/ports/usage-log.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { CallerCollection } from '../../../../domain/usage/caller-address.ts';
import { REFUSED_CALLS_MAX, type RefusedCall } from '../../../../domain/usage/refused-call.ts';
import { fromRefusedCallRow, toRefusedCallRow } from '../../rows/refused-call-row.ts';
import { changeSome, deleteBeyond } from '../delete-in-batches.ts';
import { columnsOf, DO_NOTHING, insertRows, OF_ACCOUNT } from '../insert-rows.ts';
import { type SqlDatabase, type Statement, statement, type Write } from '../sql-database.ts';

const ADD = insertRows('refused_call', OF_ACCOUNT, columnsOf('refusedCall'), DO_NOTHING);

const EVICT = deleteBeyond(REFUSED_CALLS_MAX, 'refused_call', 'id', 'at DESC, id DESC');

const LIST = statement('SELECT * FROM refused_call WHERE account_id = :account_id');

/** Skips calls that a batch is evicting: it may be waiting for others that this statement has locked. */
const changeCalls = (change: string, condition: string): Statement =>
  changeSome(change, 'refused_call', 'account_id, id', condition, { skipsLocked: true });
export const DELETE_OLD_REFUSED_CALLS = changeCalls('DELETE FROM refused_call', 'at < :before');

const clear = (columns: readonly string[], condition: string): Statement =>
  changeCalls(`UPDATE refused_call SET ${columns.map((column) => `${column} = NULL`).join(', ')}`, condition);
/** The same as `limitCaller`. */
export const CLEAR_CALLERS_EXCEPT: Readonly<Record<CallerCollection, Statement>> = {
  full: clear(['address'], "address LIKE '%/%'"),
  masked: clear(['address'], "address NOT LIKE '%/%'"),
  off: clear(['client', 'address'], 'client IS NOT NULL OR address IS NOT NULL'),
};

/** Needs the lock of the account's counters, so that two batches cannot deadlock. */
export function refusedCallWrites({ accountId: account_id, refusedCalls }: UsageBatch): Write[] {
  if (refusedCalls.length === 0) return [];
  const rows = JSON.stringify(refusedCalls.map((call) => Object.values(toRefusedCallRow(call))));
  return [
    { statement: ADD, parameters: { account_id, rows }, growth: 'history' },
    { statement: EVICT, parameters: { account_id } },
  ];
}

export async function listRefusedCalls(database: SqlDatabase, accountId: AccountId): Promise<readonly RefusedCall[]> {
  return (await database.all(LIST, { account_id: accountId })).map(fromRefusedCallRow);
}
