import type { PromptFilter, PromptQuery } from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { LATEST } from '../../../../domain/prompts/naming/label.ts';
import type { VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { overRows, type Parameters, type Row, type SqlDatabase, type Statement, statement } from '../sql-database.ts';
import { PROMPT_COLUMNS, PROMPT_SUMMARY, VERSION_JOINS, type VersionJoin } from './sql-prompt-columns.ts';

export type FacetKind = 'tag' | 'label' | 'folder' | 'type';
/** A property that a listed prompt must have; a row of the table `prompt_mark`. */
type Facet = readonly [kind: FacetKind, word: string];

/** Counts up to a limit: facets of thousands of prompts need no exact order. */
const RARITY = statement(
  overRows(
    'facets',
    (facets) =>
      `SELECT item.value ->> 0 AS kind, item.value ->> 1 AS word,
         (SELECT COUNT(*) FROM
           (SELECT 1 FROM prompt_mark
            WHERE account_id = :owner AND kind = item.value ->> 0 AND word = item.value ->> 1 LIMIT 2000) AS counted
         ) AS count
       FROM ${facets} ORDER BY count`,
  ),
);

/** Callers decide the shapes of queries, and there are too many to keep all of them prepared. */
const SHAPES_MAX = 100;

/** A query that selects one page of prompts, to be completed and prepared. */
export interface PromptPage {
  readonly text: string;
  readonly order: string;
  readonly parameters: Parameters;
}

/** Builds one statement per shape of query, so that each finds its page by an index. */
export class SqlPromptPages {
  /** By their text or shape, the least recently used first. */
  private readonly statements = new Map<string, Statement>();
  /** By shape. Few enough to stay prepared on a connection. */
  private readonly common = new Map<string, Statement>();

  constructor(private readonly database: SqlDatabase) {}

  async select(
    owner: AccountId,
    query: PromptQuery,
    choice: VersionChoice | undefined,
    join: VersionJoin | undefined,
    skip = 0,
  ): Promise<PromptPage> {
    const facets = await this.rarestFirst(owner, facetsIn(query, choice));
    const scan = scanFor(query, facets.length);
    return {
      text: pageText(query, scan, join, skip > 0),
      order: orderText(query, SCAN_PROMPTS.key),
      parameters: parametersOf(owner, query, facets, skip),
    };
  }

  /** Selects the number of all matching prompts. Reads no prompt where an index tells enough. */
  async selectCount(owner: AccountId, filter: PromptFilter): Promise<Omit<PromptPage, 'order'>> {
    const facets = await this.rarestFirst(owner, facetsIn(filter, undefined));
    const scan = scanFor(filter, facets.length);
    const query: PromptQuery = { ...filter, sort: 'name', order: 'ascending', after: undefined, limit: 0 };
    // Both ranges of every index are read, and there is no page to merge.
    const archived = filter.archived === 'any' ? [`${scan.archived} IN (0, 1)`] : [];
    const conditions = [...archived, ...conditionsOf(query, scan, undefined, filter.archived)];
    return {
      text: `SELECT COUNT(*) AS count FROM ${scan.countFrom} WHERE ${conditions.join(' AND ')}`,
      parameters: parametersOf(owner, query, facets),
    };
  }

  prepare(text: string): Statement {
    return this.findOrAdd(text, () => ({ sqlite: text, postgres: toPostgres(text) }));
  }

  /** Selects the summaries of a page, joined to one text. Undefined for archived and other prompts together: they are merged from two ranges. */
  async prepareSummaries(
    owner: AccountId,
    query: PromptQuery,
  ): Promise<{ readonly statement: Statement; readonly parameters: Parameters } | undefined> {
    const { archived } = query;
    if (archived === 'any') return undefined;
    const facets = await this.rarestFirst(owner, facetsIn(query, undefined));
    // Building the text takes longer than finding the page.
    const build = () => {
      const text = (column: string) =>
        joinSummaries(rangeText(query, scanFor(query, facets.length), undefined, archived, column, 'LIMIT :limit'));
      return { sqlite: text(PROMPT_SUMMARY.sqlite), postgres: toPostgres(text(PROMPT_SUMMARY.postgres)) };
    };
    const shape = shapeOf(query, facets.length);
    const found = isCommon(query, facets.length) ? this.findCommon(shape, build) : this.findOrAdd(shape, build);
    return { statement: found, parameters: parametersOf(owner, query, facets) };
  }

  private findCommon(shape: string, build: () => Statement): Statement {
    const known = this.common.get(shape);
    if (known) return known;
    const added = statement(build());
    this.common.set(shape, added);
    return added;
  }

  private findOrAdd(key: string, build: () => Statement): Statement {
    // Without a name: a named statement stays prepared on a Postgres connection until that is closed.
    const prepared = this.statements.get(key) ?? build();
    this.statements.delete(key);
    this.statements.set(key, prepared);
    const [oldest] = this.statements.keys();
    if (this.statements.size > SHAPES_MAX && oldest !== undefined) this.statements.delete(oldest);
    return prepared;
  }

  /** A list by a common and a rare tag must scan the rare one. */
  private async rarestFirst(owner: AccountId, facets: readonly Facet[]): Promise<readonly Facet[]> {
    if (facets.length < 2) return facets;
    const rows = await this.database.all(RARITY, { owner, facets: JSON.stringify(facets) });
    return rows.map(({ kind, word }: Row) => [kind as FacetKind, String(word)]);
  }
}

/** The page is sorted, so its rows are joined in this order. One row costs less than many. */
const joinSummaries = (page: string): string =>
  `SELECT string_agg(summary, ',') AS text, COUNT(*) AS count, COUNT(summary) AS printed FROM (${page}) AS page`;

const ID_ROWS = overRows('ids', (rows) => rows);

/** The dialects differ only in these. */
const toPostgres = (text: string): string =>
  text
    .replaceAll(/ INDEXED BY \w+/g, '')
    .replaceAll(ID_ROWS.sqlite, ID_ROWS.postgres)
    .replaceAll('instr(', 'strpos(');

const NO_FACETS: readonly Facet[] = [];

/** A choice by label is a filter, too: a prompt without the label is left out. */
function facetsIn(filter: PromptFilter, choice: VersionChoice | undefined): readonly Facet[] {
  const { tags, label, folder, type } = filter;
  if (tags.length === 0 && [label, folder, type, choice].every((one) => one === undefined)) return NO_FACETS;
  const labels = new Set([label, choice?.by === 'label' ? choice.label : undefined]);
  return [
    ...[...new Set(tags)].map((tag) => ['tag', tag] as const),
    ...[...labels].flatMap((one) => (one === undefined || one === LATEST ? [] : [['label', one] as const])),
    ...(folder === undefined ? [] : [['folder', folder] as const]),
    ...(type === undefined ? [] : [['type', type] as const]),
  ];
}

const parametersOf = (owner: AccountId, query: PromptQuery, facets: readonly Facet[], skip = 0): Parameters => ({
  owner,
  limit: query.limit,
  skip,
  reach: query.limit + skip,
  ids: query.ids ? JSON.stringify(query.ids.map((id) => [id])) : null,
  name: query.name ?? null,
  within: query.within === undefined ? null : `${query.within}/`,
  // The character after the slash.
  within_end: query.within === undefined ? null : `${query.within}0`,
  updated_from: query.updatedFrom?.getTime() ?? null,
  updated_before: query.updatedBefore?.getTime() ?? null,
  after_name: query.after?.name ?? null,
  after_updated_at: query.after?.updatedAt.getTime() ?? null,
  after_id: query.after?.id ?? null,
  ...(facets.length > 0 && facetParameters(facets)),
});

const facetParameters = (facets: readonly Facet[]): Parameters =>
  Object.fromEntries(
    facets.flatMap(([kind, word], place) => [
      [`kind${place}`, kind],
      [`word${place}`, word],
    ]),
  );

/** The columns that a list is sorted and paged by. */
interface Key {
  readonly name: string;
  readonly updatedAt: string;
  readonly id: string;
}

/** The table that a list scans, and the indexes of the facets that are looked up for each row. */
interface Scan {
  readonly from: string;
  /** Enough to count what it finds. */
  readonly countFrom: string;
  readonly where: string;
  /** Added to `where`, to read the prompts. */
  readonly joins: readonly string[];
  readonly archived: string;
  readonly key: Key;
  readonly lookedUp: readonly number[];
}

const SCAN_PROMPTS = {
  from: 'prompt',
  countFrom: 'prompt',
  where: 'prompt.account_id = :owner',
  joins: [],
  archived: 'prompt.archived',
  key: { name: 'prompt.name', updatedAt: 'prompt.updated_at', id: 'prompt.id' },
};
const SCAN_IDS = {
  ...SCAN_PROMPTS,
  // CROSS keeps SQLite from scanning the prompts and looking up their ids.
  from: `${ID_ROWS.sqlite} CROSS JOIN prompt`,
  countFrom: `${ID_ROWS.sqlite} CROSS JOIN prompt`,
  where: 'prompt.account_id = :owner AND prompt.id = item.value ->> 0',
};
const SCAN_FACETS = {
  // CROSS keeps SQLite from scanning the prompts and looking up their facets.
  from: 'prompt_mark CROSS JOIN prompt',
  countFrom: 'prompt_mark',
  where: 'prompt_mark.account_id = :owner AND prompt_mark.kind = :kind0 AND prompt_mark.word = :word0',
  joins: ['prompt.account_id = prompt_mark.account_id AND prompt.id = prompt_mark.prompt_id'],
  archived: 'prompt_mark.archived',
  key: { name: 'prompt_mark.name', updatedAt: 'prompt_mark.updated_at', id: 'prompt_mark.prompt_id' },
};

function scanFor({ ids, name }: PromptFilter, facets: number): Scan {
  const places = Array.from({ length: facets }, (_, place) => place);
  if (ids !== undefined) return { ...SCAN_IDS, lookedUp: places };
  if (facets === 0 || name !== undefined) return { ...SCAN_PROMPTS, lookedUp: places };
  return { ...SCAN_FACETS, lookedUp: places.slice(1) };
}

/** Of so few shapes that all of them may stay prepared. */
const isCommon = ({ ids, name, within, updatedFrom, updatedBefore }: PromptQuery, facets: number): boolean =>
  facets <= 1 && [ids, name, within, updatedFrom, updatedBefore].every((condition) => condition === undefined);

/** Equal for queries whose texts are equal. */
function shapeOf(query: PromptQuery, facets: number): string {
  const { sort, order, archived, ids, name, within, updatedFrom, updatedBefore, after } = query;
  const conditions = sign(ids) + sign(name) + sign(within) + sign(updatedFrom) + sign(updatedBefore) + sign(after);
  return `${sort} ${order} ${archived} ${facets} ${conditions}`;
}

const sign = (condition: unknown): string => (condition === undefined ? '-' : '+');

function pageText(query: PromptQuery, scan: Scan, join: VersionJoin | undefined, skips: boolean): string {
  const page = skips ? 'LIMIT :limit OFFSET :skip' : 'LIMIT :limit';
  const range = (archived: PromptQuery['archived'], limit: string) =>
    rangeText(query, scan, join, archived, PROMPT_COLUMNS, limit);
  // A name has at most one prompt, archived or not.
  if (query.archived !== 'any' || query.name !== undefined) return range(query.archived, page);
  // Archived prompts are a separate range in every index, so both ranges are read and merged up to the limit.
  const [live, archived] = [range(false, 'LIMIT :reach'), range(true, 'LIMIT :reach')];
  return `SELECT * FROM (${live}) AS live UNION ALL SELECT * FROM (${archived}) AS archived
    ${orderText(query, { name: 'name', updatedAt: 'updated_at', id: 'id' })} ${page}`;
}

const rangeText = (
  query: PromptQuery,
  scan: Scan,
  join: VersionJoin | undefined,
  archived: PromptQuery['archived'],
  columns: string,
  limit: string,
): string =>
  `SELECT ${columns} FROM ${scan.from}
   WHERE ${[...scan.joins, ...conditionsOf(query, scan, join, archived)].join(' AND ')}
   ${orderText(query, scan.key)} ${limit}`;

function conditionsOf(
  query: PromptQuery,
  scan: Scan,
  join: VersionJoin | undefined,
  archived: PromptQuery['archived'],
): readonly string[] {
  return [
    scan.where,
    ...(archived === 'any' ? [] : [`${scan.archived} = ${archived ? 1 : 0}`]),
    ...(query.name === undefined ? [] : ['prompt.name = :name']),
    ...(query.within === undefined ? [] : [`${scan.key.name} > :within AND ${scan.key.name} < :within_end`]),
    ...(query.updatedFrom ? [`${scan.key.updatedAt} >= :updated_from`] : []),
    ...(query.updatedBefore ? [`${scan.key.updatedAt} < :updated_before`] : []),
    ...(query.after ? [afterText(query, scan.key)] : []),
    ...scan.lookedUp.map((place) => facetText(query, scan, place)),
    // Versions have no gaps.
    ...(join === 'version' ? [`${VERSION_JOINS.version.version} BETWEEN 1 AND prompt.latest_version`] : []),
  ];
}

/**
 * Looked up by the index that the list is scanned by, so that neighbouring rows are read together.
 * SQLite needs the hint; Postgres uses its statistics.
 */
function facetText({ sort }: PromptQuery, { archived, key }: Scan, place: number): string {
  const [index, here] =
    sort === 'name'
      ? ['prompt_mark_by_name', `also.name = ${key.name}`]
      : ['prompt_mark_by_update', `also.updated_at = ${key.updatedAt} AND also.prompt_id = ${key.id}`];
  return `EXISTS (SELECT 1 FROM prompt_mark AS also INDEXED BY ${index}
    WHERE also.account_id = :owner AND also.kind = :kind${place} AND also.word = :word${place}
      AND also.archived = ${archived} AND ${here})`;
}

function afterText({ sort, order }: PromptQuery, key: Key): string {
  const comparison = order === 'ascending' ? '>' : '<';
  return sort === 'name'
    ? `${key.name} ${comparison} :after_name`
    : `(${key.updatedAt}, ${key.id}) ${comparison} (:after_updated_at, :after_id)`;
}

function orderText({ sort, order }: PromptQuery, key: Key): string {
  const direction = order === 'ascending' ? 'ASC' : 'DESC';
  return sort === 'name'
    ? `ORDER BY ${key.name} ${direction}`
    : `ORDER BY ${key.updatedAt} ${direction}, ${key.id} ${direction}`;
}
