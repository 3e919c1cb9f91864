import type { RecordKind } from '../../../application/ports/storage/storage-transfer.ts';
import { recordFields } from '../rows/transfer-row.ts';
import { overRows, type Statement, statement } from './sql-database.ts';

/** The type of each column, to which its value in the JSON list is cast. */
export type Columns = Readonly<Record<string, 'text' | 'whole'>>;

/** The columns of the table that holds records of this kind, in the order of their fields. */
export const columnsOf = (kind: RecordKind): Columns =>
  Object.fromEntries(
    Object.entries(recordFields[kind]).map(([field, type]) => [field, type.startsWith('text') ? 'text' : 'whole']),
  );

/** Columns that are the same in all rows, as expressions. */
export const OF_ACCOUNT = { account_id: 'CAST(:account_id AS TEXT)' };
export const OF_OWNER = { account_id: 'CAST(:owner AS TEXT)' };
export const OF_PROMPT = { ...OF_OWNER, prompt_id: 'CAST(:id AS TEXT)' };

/** Existing rows stay as they are, so that writing the same rows twice is harmless. */
export const DO_NOTHING = 'ON CONFLICT DO NOTHING';

/** Inserts one row. Its values are parameters named like the columns. */
export const insertRow = (table: string, columns: readonly string[], onConflict = DO_NOTHING): Statement =>
  statement(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')}) ${onConflict}`,
  );

/** Inserts any number of rows, given as a JSON list of lists, whose values are in the order of the columns. */
export function insertRows(
  table: string,
  common: Readonly<Record<string, string>>,
  columns: Columns,
  onConflict = '',
): Statement {
  const names = [...Object.keys(common), ...Object.keys(columns)].join(', ');
  const values = Object.values(columns).map((type, index) =>
    type === 'whole' ? `CAST(item.value ->> ${index} AS BIGINT)` : `item.value ->> ${index}`,
  );
  const expressions = [...Object.values(common), ...values].join(', ');
  return statement(
    overRows(
      'rows',
      (rows) => `INSERT INTO ${table} (${names}) SELECT ${expressions} FROM ${rows} WHERE TRUE ${onConflict}`,
    ),
  );
}
