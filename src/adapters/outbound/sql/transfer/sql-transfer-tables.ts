import { recordFields } from '../../rows/transfer-row.ts';
import { columnsOf, DO_NOTHING, insertRows, OF_ACCOUNT } from '../insert-rows.ts';
import { contentColumn, VERSION_WITH_CONTENT } from '../prompts/sql-prompt-columns.ts';
import { type Statement, statement } from '../sql-database.ts';

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
  /** Inserts records as they are. */
  readonly insert: Statement;
}

/** The records that follow the prompts of an account, in the order of the transfer. */
export const USAGE_KINDS = ['change', 'call', 'read', 'promptCall', 'caller', 'served', 'refusedCall'] as const;

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
    insert: insertRows(table, OF_ACCOUNT, columnsOf(kind), DO_NOTHING),
  };
}

/** Records of versions are complete, wherever their content is stored. */
function columnOf(kind: TableKind, field: string): string {
  const isShared = field === 'variables' || field === 'config' || field === 'body';
  return kind === 'version' && isShared ? contentColumn(field) : `${TABLES[kind].table}.${field}`;
}

const kinds = Object.keys(TABLES) as TableKind[];

export const transferTables = Object.fromEntries(kinds.map((kind) => [kind, transferTable(kind)])) as Readonly<
  Record<TableKind, TransferTable>
>;
