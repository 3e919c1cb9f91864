import type pg from 'pg';
import { invariant } from '../../../../domain/invariant.ts';
import { isExpected, type Row, type Write, type WriteResult } from '../sql-database.ts';
import { QUERY_MS } from './postgres-connection.ts';
import { type PostgresQuery, runQuery } from './postgres-query.ts';
import { wasRolledBack } from './retry-rolled-back.ts';

/** A query, and the number of rows that it must affect. */
export interface GuardedQuery {
  readonly query: PostgresQuery;
  readonly expected?: Write['rows'] | undefined;
}

const COMMIT = { text: 'COMMIT' };
const ROLLBACK = { text: 'ROLLBACK' };

/**
 * Runs a transaction in three round trips, whatever the number of writes.
 *
 * The first write takes the lock that decides most races. Sent before it has succeeded, the others would run without
 * that lock, and might end in a deadlock. After it, whatever a failed guard should have prevented is rolled back.
 */
export async function transact(
  client: pg.ClientBase,
  begin: string,
  writes: readonly GuardedQuery[],
): Promise<WriteResult> {
  try {
    return await attempt(client, begin, writes);
  } catch (error) {
    // The connection is used again. Other errors may leave it in any state.
    if (wasRolledBack(error)) await runQuery(client, ROLLBACK);
    throw error;
  }
}

async function attempt(client: pg.ClientBase, begin: string, writes: readonly GuardedQuery[]): Promise<WriteResult> {
  const rows: (readonly Row[])[] = [];
  for (const queries of [[{ query: { text: begin } }, ...writes.slice(0, 1)], writes.slice(1)]) {
    const result = await sendTogether(client, queries);
    if ('rejectedAt' in result) {
      await runQuery(client, ROLLBACK);
      return { ...result, rejectedAt: rows.length + result.rejectedAt - 1 };
    }
    rows.push(...result.rows);
  }
  await runQuery(client, COMMIT);
  return { rows: rows.slice(1) };
}

/** A single statement is a transaction by itself, in one round trip. One that does not meet its guard changes nothing. */
export async function writeAlone(client: pg.ClientBase, { query, expected }: GuardedQuery): Promise<WriteResult> {
  const { rows, rowCount } = await runQuery(client, query);
  const affected = rowCount ?? 0;
  if (isExpected(expected, affected)) return { rows: [rows] };
  invariant(affected === 0, 'a single write affects all rows that it must, or none');
  return { rejectedAt: 0, rejectedRows: rows };
}

/** The first failure counts: after an error, everything else fails as well. */
async function sendTogether(client: pg.ClientBase, queries: readonly GuardedQuery[]): Promise<WriteResult> {
  const results = await Promise.allSettled(
    // Each waits for those before it.
    queries.map(({ query }, index) => runQuery(client, { ...query, query_timeout: QUERY_MS * (index + 1) })),
  );
  const rows: (readonly Row[])[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') throw result.reason;
    const { rows: returned, rowCount } = result.value;
    if (!isExpected(queries[index]?.expected, rowCount ?? 0)) return { rejectedAt: index, rejectedRows: returned };
    rows.push(returned);
  }
  return { rows };
}
