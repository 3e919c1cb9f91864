import type { Include, IncludeCursor, IncludePage } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { invariant } from '../../../../domain/invariant.ts';
import { parseIncludeTarget } from '../../../../domain/naming/include-target.ts';
import type { PromptName } from '../../../../domain/naming/prompt-name.ts';
import { overRows, type Row, type SqlDatabase, statement } from '../sql-database.ts';

/** Few enough for SQLite, which blocks the process. */
const PAGE_ROWS = 1000;

const OF_ALL = statement(
  overRows(
    'names',
    (names) =>
      `SELECT prompt.name AS includer, prompt_include.target FROM ${names}
       CROSS JOIN prompt CROSS JOIN prompt_include
       WHERE prompt.account_id = :owner AND prompt.name = item.value ->> 0
         AND prompt_include.account_id = prompt.account_id AND prompt_include.prompt_id = prompt.id
       LIMIT :limit`,
  ),
);
/** Follows the primary key, and so reads no more than the page. */
const OF_ONE = statement(
  `SELECT prompt.name AS includer, prompt_include.target FROM prompt CROSS JOIN prompt_include
   WHERE prompt.account_id = :owner AND prompt.name = :name
     AND prompt_include.account_id = prompt.account_id AND prompt_include.prompt_id = prompt.id
     AND prompt_include.target > :after
   ORDER BY prompt_include.target LIMIT :limit`,
);
const INCLUDERS = statement(
  `SELECT prompt.name AS includer, prompt_include.target, prompt_include.prompt_id
   FROM prompt_include CROSS JOIN prompt
   WHERE prompt_include.account_id = :owner AND prompt_include.target_name = :name
     AND (prompt_include.prompt_id, prompt_include.target) > (:after_id, :after_target)
     AND prompt.account_id = prompt_include.account_id AND prompt.id = prompt_include.prompt_id
   ORDER BY prompt_include.prompt_id, prompt_include.target LIMIT :limit`,
);

/** Reads includes all at once where they are few, as nearly always; otherwise prompt by prompt. */
export async function listIncludes(
  database: SqlDatabase,
  owner: AccountId,
  given: readonly PromptName[],
  cursor: IncludeCursor | undefined,
): Promise<IncludePage> {
  const names = [...new Set(given)];
  if (cursor === undefined) {
    const parameters = { owner, names: JSON.stringify(names.map((name) => [name])), limit: PAGE_ROWS + 1 };
    const rows = await database.all(OF_ALL, parameters);
    if (rows.length <= PAGE_ROWS) return { includes: rows.map(fromRow), next: undefined };
  }
  const [index, after] = readCursor<[number, string]>(cursor, [0, '']);
  const rows = await database.all(OF_ONE, { owner, name: names[index] ?? '', after, limit: PAGE_ROWS });
  const last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
  return { includes: rows.map(fromRow), next: nextOf(last ? [index, last['target']] : [index + 1, ''], names.length) };
}

export async function listIncluders(
  database: SqlDatabase,
  owner: AccountId,
  name: PromptName,
  cursor: IncludeCursor | undefined,
): Promise<IncludePage> {
  const [after_id, after_target] = readCursor<[string, string]>(cursor, ['', '']);
  const rows = await database.all(INCLUDERS, { owner, name, after_id, after_target, limit: PAGE_ROWS });
  const last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
  return { includes: rows.map(fromRow), next: last && JSON.stringify([last['prompt_id'], last['target']]) };
}

const readCursor = <Position>(cursor: IncludeCursor | undefined, start: Position): Position =>
  cursor === undefined ? start : JSON.parse(cursor);

const nextOf = (position: readonly [number, unknown], count: number): IncludeCursor | undefined =>
  position[0] < count ? JSON.stringify(position) : undefined;

function fromRow({ includer, target: text }: Row): Include {
  const target = parseIncludeTarget(String(text));
  invariant(target !== undefined, 'a stored include names a prompt');
  return { includer: String(includer) as PromptName, target };
}
