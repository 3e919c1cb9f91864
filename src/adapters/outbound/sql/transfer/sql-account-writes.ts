import type { RecordKind } from '../../../../application/ports/storage/storage-transfer.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { folderOf, type PromptName } from '../../../../domain/naming/prompt-name.ts';
import { toContentRow } from '../../rows/content-row.ts';
import type { TransferRow, TransferRowOf } from '../../rows/transfer-row.ts';
import { type Columns, columnsOf, DO_NOTHING, insertRow, insertRows, OF_ACCOUNT } from '../insert-rows.ts';
import { addContents } from '../prompts/sql-content-steps.ts';
import { overRows, type SqlValue, type Statement, statement, type Write } from '../sql-database.ts';
import { type TableKind, transferTables, USAGE_KINDS } from './sql-transfer-tables.ts';

const { last_used_at: _, ...ACCOUNT_COLUMNS } = columnsOf('account');
const ADD_ACCOUNT = insertRow('account', Object.keys(ACCOUNT_COLUMNS), 'ON CONFLICT (id) DO NOTHING');
const ADD_KEY_USE = insertRow('key_use', ['account_id', 'last_used_at']);

/** The labels may lack locks: the records may come from an earlier release. */
const MARK_PENDING = insertRow('pending_lock', ['account_id']);

const addRows = (table: string, columns: Columns): Statement => insertRows(table, OF_ACCOUNT, columns, DO_NOTHING);
const ADD_PROMPTS = addRows('prompt', { ...columnsOf('prompt'), folder: 'text' });
const ADD_VERSIONS = addRows('prompt_version', { ...columnsOf('version'), content_digest: 'text' });
const COUNT_PROMPTS = statement(
  overRows(
    'rows',
    (rows) =>
      `UPDATE account SET prompt_count = prompt_count + (SELECT COUNT(*) FROM ${rows} WHERE NOT EXISTS
         (SELECT 1 FROM prompt WHERE prompt.account_id = :account_id AND prompt.id = item.value ->> 0))
       WHERE id = :account_id`,
  ),
);
const ADD_FACETS = addRows('prompt_mark', {
  prompt_id: 'text',
  kind: 'text',
  word: 'text',
  archived: 'whole',
  name: 'text',
  updated_at: 'whole',
});
const ADD_INCLUDES = addRows('prompt_include', { ...columnsOf('include'), target_name: 'text' });

/**
 * Looks up the prompt of each label by its key. A planner with statistics of empty tables would scan all prompts of the
 * account for each label: CROSS JOIN prevents that in SQLite, and LIMIT in Postgres.
 */
const addLabelFacets = (prompts: string): string =>
  `INSERT INTO prompt_mark (account_id, prompt_id, kind, word, archived, name, updated_at)
   SELECT prompt.account_id, prompt.id, 'label', item.value ->> 1, prompt.archived, prompt.name, prompt.updated_at
   FROM ${prompts} ON CONFLICT DO NOTHING`;
const PROMPT_OF_LABEL = 'prompt.account_id = :account_id AND prompt.id = item.value ->> 0';
const ADD_LABEL_FACETS = statement({
  sqlite: overRows('rows', (rows) => addLabelFacets(`${rows} CROSS JOIN prompt WHERE ${PROMPT_OF_LABEL}`)).sqlite,
  postgres: overRows('rows', (rows) =>
    addLabelFacets(`${rows} CROSS JOIN LATERAL (SELECT * FROM prompt WHERE ${PROMPT_OF_LABEL} LIMIT 1) AS prompt`),
  ).postgres,
});

const OF_PROMPT = 'prompt_label.account_id = prompt.account_id AND prompt_label.prompt_id = prompt.id';
const setLabels = (labels: string, ids: string): string =>
  `UPDATE prompt SET labels = (SELECT ${labels} FROM prompt_label WHERE ${OF_PROMPT})
   WHERE account_id = :account_id AND id ${ids}`;
/** Postgres gets an array and not a table, for the same reason. */
const SET_LABELS = statement({
  sqlite: overRows('rows', (rows) =>
    setLabels('json_group_object(label, version ORDER BY label)', `IN (SELECT item.value ->> 0 FROM ${rows})`),
  ).sqlite,
  postgres: overRows('rows', (rows) =>
    setLabels(
      "COALESCE(CAST(json_object_agg(label, version ORDER BY label) AS TEXT), '{}')",
      `= ANY (ARRAY(SELECT item.value ->> 0 FROM ${rows}))`,
    ),
  ).postgres,
});

/** Writes the records of an account kind by kind, referenced rows before the rows that refer to them. */
export function accountWrites(accountId: AccountId, records: readonly TransferRow[]): Write[] {
  const of = <Kind extends RecordKind>(kind: Kind) =>
    records.filter((record): record is TransferRowOf<Kind> => record.kind === kind);
  const add = (to: Statement, rows: readonly (readonly SqlValue[])[]): Write[] =>
    rows.length > 0 ? [{ statement: to, parameters: { account_id: accountId, rows: JSON.stringify(rows) } }] : [];
  const addRecords = (kind: TableKind): Write[] => add(transferTables[kind].insert, of(kind).map(values));
  const labels = of('label').map(values);
  return [
    ...of('account').flatMap(addAccount),
    ...addRecords('rotation'),
    ...addRecords('protection'),
    ...(of('protection').length > 0 ? [{ statement: MARK_PENDING, parameters: { account_id: accountId } }] : []),
    ...addRecords('webhook'),
    ...add(COUNT_PROMPTS, of('prompt').map(values)),
    ...add(ADD_PROMPTS, of('prompt').map(promptRow)),
    ...add(ADD_FACETS, of('prompt').flatMap(facetsOf)),
    ...versionWrites(accountId, of('version')),
    ...addRecords('move'),
    ...add(
      ADD_INCLUDES,
      of('include').map(({ prompt_id, target }) => [prompt_id, target, nameOf(target)]),
    ),
    ...addRecords('label'),
    ...add(ADD_LABEL_FACETS, labels),
    ...add(SET_LABELS, labels),
    ...USAGE_KINDS.flatMap(addRecords),
  ];
}

/** Content that several versions have is stored once, also if it comes from a storage that holds copies. */
function versionWrites(accountId: AccountId, versions: readonly TransferRowOf<'version'>[]): Write[] {
  if (versions.length === 0) return [];
  const contents = versions.map(toContentRow);
  const rows = versions.map((version, index) => [
    ...values({ ...version, variables: '', config: '', body: '' }),
    contents[index]?.digest ?? null,
  ]);
  return [
    ...addContents(accountId, contents, Number.MAX_SAFE_INTEGER),
    { statement: ADD_VERSIONS, parameters: { account_id: accountId, rows: JSON.stringify(rows) } },
  ];
}

/** The values in the order of the fields, which is also the order of the columns. */
const values = ({ kind: _, ...fields }: TransferRow): readonly SqlValue[] => Object.values(fields);

function addAccount({ kind: _, last_used_at, ...row }: TransferRowOf<'account'>): Write[] {
  const used = last_used_at === null ? [] : [{ account_id: row.id, last_used_at }];
  return [
    { statement: ADD_ACCOUNT, parameters: row },
    ...used.map((parameters) => ({ statement: ADD_KEY_USE, parameters })),
  ];
}

/** Adds the derived column. */
const promptRow = (prompt: TransferRowOf<'prompt'>): readonly SqlValue[] => [...values(prompt), folderIn(prompt)];

function facetsOf(prompt: TransferRowOf<'prompt'>): readonly (readonly SqlValue[])[] {
  const { id, type, archived, name, updated_at } = prompt;
  const facet = (kind: string, word: string) => [id, kind, word, archived, name, updated_at];
  const tags: readonly string[] = JSON.parse(prompt.tags);
  return [facet('type', type), facet('folder', folderIn(prompt)), ...tags.map((tag) => facet('tag', tag))];
}

const folderIn = ({ name }: TransferRowOf<'prompt'>): string => folderOf(name as PromptName);

/** The name in `name@label-or-version`. */
const nameOf = (target: string): string => target.split('@', 1).join('');
