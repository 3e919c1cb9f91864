import type pg from 'pg';
import type { Row } from '../sql-database.ts';

/**
 * Whether a standby runs this statement, as SQL. During a promotion, a statement can begin while the server is a
 * standby, with what it shows then, and end on a primary: its transaction was made read-only when it began, although
 * the default is not.
 */
export const IS_STANDBY = `(pg_is_in_recovery()
  OR current_setting('transaction_read_only') <> current_setting('default_transaction_read_only'))`;

const STANDBY = 'is_standby';
const FOUND = 'is_found';

/**
 * A read that returns at least one row, which shows that a primary ran it. A pooler shares sessions, so that each statement may run
 * on another server than the one before. The order of the rows is kept: one row is joined with all of them.
 */
export const provePrimary = (read: string): string =>
  `SELECT primary_proof.*, proven.*
   FROM (SELECT ${IS_STANDBY} AS ${STANDBY}) AS primary_proof
   LEFT JOIN (SELECT TRUE AS ${FOUND}, found.* FROM (${read}) AS found) AS proven ON TRUE`;

/** The rows of the read itself. Throws unless a primary returned them. */
export function provenRows(rows: readonly Row[]): readonly Row[] {
  assertPrimary(rows[0]?.[STANDBY]);
  return rows[0]?.[FOUND] === true ? rows.map(({ [STANDBY]: _, [FOUND]: __, ...row }) => row) : [];
}

export function assertPrimary(isStandby: unknown): void {
  if (isStandby !== false) throw new Error('this server is a standby');
}

/**
 * An address that follows the primary may briefly lead to a standby. A standby accepts no writes but serves reads, and
 * may not have an acknowledged key yet: a valid key would be rejected.
 */
export async function rejectStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  assertPrimary(rows[0]?.standby);
}
