import type { Count, PromptCatalog, PromptQuery } from '../../../../application/ports/prompt-catalog.ts';
import type { FullReading } from '../../../../application/ports/prompt-reader.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { LATEST } from '../../../../domain/prompts/naming/label.ts';
import type { Prompt, VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { fromPromptRow } from '../../rows/prompt-row.ts';
import { overRows, type Parameters, type Row, type SqlDatabase, type Statement, statement } from '../sql-database.ts';
import {
  CONTENT_COLUMNS,
  fromFullRow,
  joinFor,
  joinVersion,
  PROMPT_COLUMNS,
  VERSION_JOINS,
  type VersionJoin,
} from './sql-prompt-columns.ts';

type MarkKind = 'tag' | 'label' | 'folder' | 'type';
/** What a prompt must have to be listed. */
type Mark = readonly [kind: MarkKind, word: string];

const COUNT = statement(
  `SELECT word AS name, COUNT(*) AS count FROM prompt_mark
   WHERE account_id = :owner AND kind = :kind AND archived = 0 GROUP BY word ORDER BY word`,
);

/** Whether a mark is rarer than another need not be known of those that are both on thousands of prompts. */
const RARITY = statement(
  overRows(
    'marks',
    (marks) =>
      `SELECT item.value ->> 0 AS kind, item.value ->> 1 AS word,
         (SELECT COUNT(*) FROM
           (SELECT 1 FROM prompt_mark
            WHERE account_id = :owner AND kind = item.value ->> 0 AND word = item.value ->> 1 LIMIT 2000) AS counted
         ) AS count
       FROM ${marks} ORDER BY count`,
  ),
);

/** There are more shapes of queries than can all be kept prepared, and callers choose them. */
const SHAPES_MAX = 100;

/** Builds a statement of what a query asks for, so that each finds its page by an index. */
export class SqlPromptCatalog implements PromptCatalog {
  /** By their text, the least recently used first. */
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly database: SqlDatabase) {}

  async list(owner: AccountId, query: PromptQuery): Promise<readonly Prompt[]> {
    return (await this.rows(owner, query, undefined)).map(fromPromptRow);
  }

  async listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice): Promise<readonly FullReading[]> {
    return (await this.rows(owner, query, choice)).map(fromFullRow);
  }

  countByTag(owner: AccountId): Promise<readonly Count[]> {
    return this.count(owner, 'tag');
  }

  countByFolder(owner: AccountId): Promise<readonly Count[]> {
    return this.count(owner, 'folder');
  }

  private async count(owner: AccountId, kind: MarkKind): Promise<readonly Count[]> {
    const rows = await this.database.all(COUNT, { owner, kind });
    return rows.map(({ name, count }) => ({ name: String(name), count: Number(count) }));
  }

  private async rows(owner: AccountId, query: PromptQuery, choice: VersionChoice | undefined) {
    const marks = await this.rarestFirst(owner, marksIn(query, choice));
    const walk = walkFor(query, marks.length);
    const { join, parameters } = choice ? joinFor(choice) : { join: undefined, parameters: {} };
    const text = listText(query, walk, join);
    return this.database.all(this.kept(text), { ...parametersOf(query, marks), ...parameters, owner });
  }

  /** Whoever looks for a common tag and a rare one shall not walk along the common one. */
  private async rarestFirst(owner: AccountId, marks: readonly Mark[]): Promise<readonly Mark[]> {
    if (marks.length < 2) return marks;
    const rows = await this.database.all(RARITY, { owner, marks: JSON.stringify(marks) });
    return rows.map(({ kind, word }: Row) => [kind as MarkKind, String(word)]);
  }

  private kept(text: string): Statement {
    // Without a name: what is prepared on a connection of Postgres under a name stays there as long as it lives.
    const kept = this.statements.get(text) ?? { sqlite: text, postgres: text.replaceAll(SQLITE_ONLY, '') };
    this.statements.delete(text);
    this.statements.set(text, kept);
    const [oldest] = this.statements.keys();
    if (this.statements.size > SHAPES_MAX && oldest !== undefined) this.statements.delete(oldest);
    return kept;
  }
}

/** A choice by label is a filter, too: a prompt without the label is left out. */
function marksIn({ tags, label, folder, type }: PromptQuery, choice: VersionChoice | undefined): readonly Mark[] {
  const labels = new Set([label, choice?.by === 'label' ? choice.label : undefined]);
  return [
    ...[...new Set(tags)].map((tag) => ['tag', tag] as const),
    ...[...labels].flatMap((one) => (one === undefined || one === LATEST ? [] : [['label', one] as const])),
    ...(folder === undefined ? [] : [['folder', folder] as const]),
    ...(type === undefined ? [] : [['type', type] as const]),
  ];
}

const parametersOf = ({ search = '', name, after, limit }: PromptQuery, marks: readonly Mark[]): Parameters => ({
  limit,
  search: `%${search.replace(/[\\%_]/g, '\\$&')}%`,
  name: name ?? null,
  after_name: after?.name ?? null,
  after_updated_at: after?.updatedAt.getTime() ?? null,
  after_id: after?.id ?? null,
  ...Object.fromEntries(
    marks.flatMap(([kind, word], place) => [
      [`kind${place}`, kind],
      [`word${place}`, word],
    ]),
  ),
});

/** The columns that a list is sorted by, and goes on behind. */
interface Key {
  readonly name: string;
  readonly updatedAt: string;
  readonly id: string;
}

/** Along which table a list is walked, and which marks are left to be looked up on the way, by their places. */
interface Walk {
  readonly from: string;
  readonly where: string;
  readonly archived: string;
  readonly key: Key;
  readonly lookedUp: readonly number[];
}

const ALONG_PROMPTS = {
  from: 'prompt',
  where: 'prompt.account_id = :owner',
  archived: 'prompt.archived',
  key: { name: 'prompt.name', updatedAt: 'prompt.updated_at', id: 'prompt.id' },
};
const ALONG_MARKS = {
  // CROSS keeps SQLite from walking along the prompts and looking for their marks.
  from: 'prompt_mark CROSS JOIN prompt',
  where: `prompt_mark.account_id = :owner AND prompt_mark.kind = :kind0 AND prompt_mark.word = :word0
    AND prompt.account_id = prompt_mark.account_id AND prompt.id = prompt_mark.prompt_id`,
  archived: 'prompt_mark.archived',
  key: { name: 'prompt_mark.name', updatedAt: 'prompt_mark.updated_at', id: 'prompt_mark.prompt_id' },
};

function walkFor({ name }: PromptQuery, marks: number): Walk {
  const places = Array.from({ length: marks }, (_, place) => place);
  if (marks === 0 || name !== undefined) return { ...ALONG_PROMPTS, lookedUp: places };
  return { ...ALONG_MARKS, lookedUp: places.slice(1) };
}

/** The page first, and only then what belongs to each of its prompts. */
function listText(query: PromptQuery, walk: Walk, join: VersionJoin | undefined): string {
  const page = pageText(query, (archived) => stretchText(query, walk, join, archived));
  if (!join) return page;
  return `SELECT ${PROMPT_COLUMNS}, ${CONTENT_COLUMNS} FROM (${page}) AS prompt ${joinVersion(join)}
    ${orderText(query, ALONG_PROMPTS.key)}`;
}

function pageText(query: PromptQuery, stretch: (archived: PromptQuery['archived']) => string): string {
  // Of one name there is one prompt at most, archived or not.
  if (query.archived !== 'any' || query.name !== undefined) return stretch(query.archived);
  // The archived ones are apart in every index, so both stretches are read, and what is too much of them is dropped.
  return `SELECT * FROM (${stretch(false)}) AS live UNION ALL SELECT * FROM (${stretch(true)}) AS archived
    ${orderText(query, { name: 'name', updatedAt: 'updated_at', id: 'id' })} LIMIT :limit`;
}

function stretchText(
  query: PromptQuery,
  walk: Walk,
  join: VersionJoin | undefined,
  archived: PromptQuery['archived'],
): string {
  const conditions = [
    walk.where,
    ...(archived === 'any' ? [] : [`${walk.archived} = ${archived ? 1 : 0}`]),
    ...(query.name === undefined ? [] : ['prompt.name = :name']),
    ...(query.after ? [afterText(query, walk.key)] : []),
    ...walk.lookedUp.map((place) => markText(query, walk, place)),
    ...(query.search === undefined ? [] : [`${searchedText(query.search)} LIKE :search ESCAPE '\\'`]),
    // Versions have no gaps.
    ...(join === 'version' ? [`${VERSION_JOINS.version.version} BETWEEN 1 AND prompt.latest_version`] : []),
  ];
  return `SELECT ${PROMPT_COLUMNS} FROM ${walk.from} WHERE ${conditions.join(' AND ')}
    ${orderText(query, walk.key)} LIMIT :limit`;
}

/**
 * Name and description in lower case, with a line break between them: what has one itself is looked for behind that.
 * Lower case has two forms of sigma, of which `foldCase` leaves one.
 */
function searchedText(search: string): string {
  const text = search.includes('\n') ? 'substr(prompt.search, length(prompt.name) + 2)' : 'prompt.search';
  return search.includes('σ') ? `replace(${text}, 'ς', 'σ')` : text;
}

/**
 * Looked up by the index in which the list is walked, so that neighbours are found beside each other.
 * SQLite has to be told; Postgres counts.
 */
function markText({ sort }: PromptQuery, { archived, key }: Walk, place: number): string {
  const [index, here] =
    sort === 'name'
      ? ['prompt_mark_by_name', `also.name = ${key.name}`]
      : ['prompt_mark_by_update', `also.updated_at = ${key.updatedAt} AND also.prompt_id = ${key.id}`];
  return `EXISTS (SELECT 1 FROM prompt_mark AS also INDEXED BY ${index}
    WHERE also.account_id = :owner AND also.kind = :kind${place} AND also.word = :word${place}
      AND also.archived = ${archived} AND ${here})`;
}

const SQLITE_ONLY = / INDEXED BY \w+/g;

function afterText({ sort, order }: PromptQuery, key: Key): string {
  const behind = order === 'ascending' ? '>' : '<';
  return sort === 'name'
    ? `${key.name} ${behind} :after_name`
    : `(${key.updatedAt}, ${key.id}) ${behind} (:after_updated_at, :after_id)`;
}

function orderText({ sort, order }: PromptQuery, key: Key): string {
  const direction = order === 'ascending' ? 'ASC' : 'DESC';
  return sort === 'name'
    ? `ORDER BY ${key.name} ${direction}`
    : `ORDER BY ${key.updatedAt} ${direction}, ${key.id} ${direction}`;
}
