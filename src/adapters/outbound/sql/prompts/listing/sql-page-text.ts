import type { PromptFilter, PromptQuery } from '../../../../../application/ports/prompts/prompt-catalog.ts';
import { overRows, type Statement } from '../../sql-database.ts';
import { PROMPT_COLUMNS, VERSION_JOINS, type VersionJoin } from '../sql-prompt-columns.ts';

/** Selects one page of prompts that have some facets, from the rarest of these. */
export function selectPage(query: PromptQuery, facets: number, join: VersionJoin | undefined, skips: boolean): string {
  const scan = scanFor(query, facets);
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

/** The order of a page whose prompts are joined with more. */
export const orderOfPage = (query: PromptQuery): string => orderText(query, SCAN_PROMPTS.key);

/** Selects the number of all matching prompts. Reads no prompt where an index tells enough. */
export function selectCount(query: Omit<PromptQuery, 'after'>, facets: number): string {
  const scan = scanFor(query, facets);
  // Both ranges of every index are read, and there is no page to merge.
  const archived = query.archived === 'any' ? [`${scan.archived} IN (0, 1)`] : [];
  const conditions = [...archived, ...conditionsOf(query, scan, undefined, query.archived)];
  return `SELECT COUNT(*) AS count FROM ${scan.countFrom} WHERE ${conditions.join(' AND ')}`;
}

/** In both dialects. */
export const toStatement = (text: string): Statement => ({ sqlite: text, postgres: toPostgres(text) });

const ID_ROWS = overRows('ids', (rows) => rows);

/** The dialects differ only in these. */
const toPostgres = (text: string): string =>
  text
    .replaceAll(/ INDEXED BY \w+/g, '')
    .replaceAll(ID_ROWS.sqlite, ID_ROWS.postgres)
    .replaceAll('instr(', 'strpos(');

/** The columns that a list is sorted and paged by. */
interface Key {
  readonly name: string;
  readonly updatedAt: string;
  readonly id: string;
}

/** The table that a list scans, and the indexes of the facets that are looked up for each row. */
interface Scan {
  readonly from: string;
  /** The tables that suffice to count what the scan finds. */
  readonly countFrom: string;
  readonly where: string;
  /** Conditions added to `where`, to read the prompts. */
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
  const all = Array.from({ length: facets }, (_, facet) => facet);
  if (ids !== undefined) return { ...SCAN_IDS, lookedUp: all };
  if (facets === 0 || name !== undefined) return { ...SCAN_PROMPTS, lookedUp: all };
  return { ...SCAN_FACETS, lookedUp: all.slice(1) };
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
    ...scan.lookedUp.map((facet) => facetText(query, scan, facet)),
    // Versions have no gaps.
    ...(join === 'version' ? [`${VERSION_JOINS.version.version} BETWEEN 1 AND prompt.latest_version`] : []),
  ];
}

/**
 * Looked up by the index that the list is scanned by, so that neighbouring rows are read together.
 * SQLite needs the hint; Postgres uses its statistics.
 */
function facetText({ sort }: PromptQuery, { archived, key }: Scan, facet: number): string {
  const [index, here] =
    sort === 'name'
      ? ['prompt_mark_by_name', `also.name = ${key.name}`]
      : ['prompt_mark_by_update', `also.updated_at = ${key.updatedAt} AND also.prompt_id = ${key.id}`];
  return `EXISTS (SELECT 1 FROM prompt_mark AS also INDEXED BY ${index}
    WHERE also.account_id = :owner AND also.kind = :kind${facet} AND also.word = :word${facet}
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
