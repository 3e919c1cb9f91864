import { recordFields } from '../../rows/transfer-row.ts';
import { contentColumn, VERSION_WITH_CONTENT } from '../prompts/sql-prompt-columns.ts';
import { overRows, type Statement, statement } from '../sql-database.ts';

/** The table of each kind of record, and the columns that identify and sort its rows within an account. */
const TABLES = {
  rotation: { table: 'key_rotation', key: ['number'] },
  protection: { table: 'protected_label', key: ['label'] },
  webhook: { table: 'webhook', key: ['id'] },
  prompt: { table: 'prompt', key: ['id'] },
  version: { table: 'prompt_version', key: ['prompt_id', 'version'] },
  move: { table: 'label_move', key: ['prompt_id', 'label', 'moved_at'] },
  include: { table: 'prompt_include', key: ['prompt_id', 'target'] },
  label: { table: 'prompt_label', key: ['prompt_id', 'label'] },
  change: { table: 'change', key: ['revision', 'n'] },
  call: { table: 'usage_call', key: ['hour', 'route', 'status_class'] },
  read: { table: 'usage_read', key: ['hour', 'prompt_id', 'version'] },
  promptCall: { table: 'usage_prompt', key: ['hour', 'prompt_id', 'version', 'label'] },
  caller: { table: 'caller', key: ['caller_id'] },
  served: { table: 'caller_label', key: ['caller_id', 'prompt_id', 'label'] },
  refusedCall: { table: 'refused_call', key: ['id'] },
} as const;

export type TableKind = keyof typeof TABLES;

export interface TransferTable {
  readonly key: readonly string[];
  readonly firstPage: Statement;
  /** Takes the key of the last row of the previous page. */
  readonly nextPage: Statement;
}

function transferTable(kind: TableKind): TransferTable {
  const { table, key } = TABLES[kind];
  const columns = Object.keys(recordFields[kind]).map((field) => `${columnOf(kind, field)} AS ${field}`);
  const from = kind === 'version' ? VERSION_WITH_CONTENT : table;
  const sortedBy = key.map((column) => `${table}.${column}`).join(', ');
  const page = (condition: string): Statement =>
    statement(
      `SELECT ${columns.join(', ')} FROM ${from} WHERE ${table}.account_id = :account_id ${condition}
       ORDER BY ${sortedBy} LIMIT :limit`,
    );
  return {
    key,
    firstPage: page(''),
    nextPage: page(`AND (${sortedBy}) > (${key.map((column) => `:${column}`).join(', ')})`),
  };
}

/** Records of versions are complete, wherever their content is stored. */
function columnOf(kind: TableKind, field: string): string {
  const isShared = field === 'variables' || field === 'config' || field === 'body';
  return kind === 'version' && isShared ? contentColumn(field) : `${TABLES[kind].table}.${field}`;
}

export const transferTables: Readonly<Record<TableKind, TransferTable>> = {
  rotation: transferTable('rotation'),
  protection: transferTable('protection'),
  webhook: transferTable('webhook'),
  prompt: transferTable('prompt'),
  version: transferTable('version'),
  move: transferTable('move'),
  include: transferTable('include'),
  label: transferTable('label'),
  change: transferTable('change'),
  call: transferTable('call'),
  read: transferTable('read'),
  promptCall: transferTable('promptCall'),
  caller: transferTable('caller'),
  served: transferTable('served'),
  refusedCall: transferTable('refusedCall'),
};

/** The type of each column, to which its value in the JSON list is cast. */
type Columns = Readonly<Record<string, 'text' | 'whole'>>;

/**
 * Inserts rows of one account, given as a JSON list of lists. Existing rows stay as they are, so that writing the same
 * rows twice is harmless.
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

export const columnsOf = (kind: TableKind): Columns =>
  Object.fromEntries(
    Object.entries(recordFields[kind]).map(([field, type]) => [field, type.startsWith('text') ? 'text' : 'whole']),
  );

/** Inserts records of these kinds, which are stored as they are. */
export const addStatements = <Kind extends TableKind>(...kinds: readonly Kind[]): Readonly<Record<Kind, Statement>> =>
  Object.fromEntries(kinds.map((kind) => [kind, addRows(TABLES[kind].table, columnsOf(kind))])) as Record<
    Kind,
    Statement
  >;
