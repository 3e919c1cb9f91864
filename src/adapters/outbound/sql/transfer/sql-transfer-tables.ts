import { recordFields } from '../../rows/transfer-row.ts';
import { overRows, type Statement, statement } from '../sql-database.ts';

/** Where the records of each kind are kept, and by which columns they are told apart and sorted within an account. */
const TABLES = {
  rotation: { table: 'key_rotation', key: ['number'] },
  prompt: { table: 'prompt', key: ['id'] },
  version: { table: 'prompt_version', key: ['prompt_id', 'version'] },
  move: { table: 'label_move', key: ['prompt_id', 'label', 'moved_at'] },
  include: { table: 'prompt_include', key: ['prompt_id', 'target'] },
  label: { table: 'prompt_label', key: ['prompt_id', 'label'] },
  call: { table: 'usage_call', key: ['hour', 'route', 'status_class'] },
  read: { table: 'usage_read', key: ['hour', 'prompt_id', 'version'] },
} as const;

export type TableKind = keyof typeof TABLES;

export interface TransferTable {
  readonly key: readonly string[];
  readonly firstPage: Statement;
  /** Takes the key of the last row of the page before. */
  readonly nextPage: Statement;
}

function transferTable(kind: TableKind): TransferTable {
  const { table, key } = TABLES[kind];
  const columns = Object.keys(recordFields[kind]).join(', ');
  const page = (condition: string): Statement =>
    statement(
      `SELECT ${columns} FROM ${table} WHERE account_id = :account_id ${condition}
       ORDER BY ${key.join(', ')} LIMIT :limit`,
    );
  return {
    key,
    firstPage: page(''),
    nextPage: page(`AND (${key.join(', ')}) > (${key.map((column) => `:${column}`).join(', ')})`),
  };
}

export const transferTables: Readonly<Record<TableKind, TransferTable>> = {
  rotation: transferTable('rotation'),
  prompt: transferTable('prompt'),
  version: transferTable('version'),
  move: transferTable('move'),
  include: transferTable('include'),
  label: transferTable('label'),
  call: transferTable('call'),
  read: transferTable('read'),
};

/** Columns by name, with the type that their text in a list of JSON is cast to. */
type Columns = Readonly<Record<string, 'text' | 'whole'>>;

/**
 * Rows of one account, as many as a JSON list of lists has. One that is there already stays as it is, so that writing
 * the same twice does no harm.
 */
export function addRows(table: string, columns: Columns): Statement {
  const names = Object.keys(columns);
  const values = Object.values(columns).map((type, index) =>
    type === 'whole' ? `CAST(item.value ->> ${index} AS BIGINT)` : `item.value ->> ${index}`,
  );
  return statement(
    overRows(
      'rows',
      (rows) =>
        `INSERT INTO ${table} (${['account_id', ...names].join(', ')})
         SELECT ${['CAST(:account_id AS TEXT)', ...values].join(', ')} FROM ${rows} WHERE TRUE
         ON CONFLICT DO NOTHING`,
    ),
  );
}

/** As the record's fields are. */
export const columnsOf = (kind: TableKind): Columns =>
  Object.fromEntries(
    Object.entries(recordFields[kind]).map(([field, type]) => [field, type.startsWith('text') ? 'text' : 'whole']),
  );
