import { hash } from 'node:crypto';
import { z } from 'zod';
import { PROMPT_SORTS, type PromptQuery } from '../../../../../application/ports/prompts/prompt-catalog.ts';
import { LATEST, type Label, parseLabelOrLatest } from '../../../../../domain/naming/label.ts';
import { parsePromptName } from '../../../../../domain/naming/prompt-name.ts';
import { parseTag, TAGS_MAX } from '../../../../../domain/naming/tag.ts';
import {
  parseSearch,
  SEARCH_CHARACTERS_MAX,
  SEARCH_WORD_CHARACTERS_MAX,
  SEARCH_WORDS_MAX,
  type SearchWords,
} from '../../../../../domain/prompts/prompt-search.ts';
import { because } from '../../../http/request/describe-issue.ts';
import { limit, promptCursor } from '../../../http/request/pagination.ts';
import { label, parsedBy, promptType, tag } from '../../../http/request/value-schemas.ts';

/** Some storages reject queries that contain NUL. */
export const text = z.string().refine((value) => !value.includes('\0'), 'contains a NUL character');

const parsedTag = parsedBy(parseTag, 'is not a valid tag', tag);

const searchWords = text.max(SEARCH_CHARACTERS_MAX).transform((value, context): SearchWords => {
  const search = parseSearch(value);
  if (search.kind === 'words') return search.words;
  const text =
    search.kind === 'too-many'
      ? `has more than ${SEARCH_WORDS_MAX} words`
      : `has a word of more than ${SEARCH_WORD_CHARACTERS_MAX} characters`;
  context.addIssue({ code: 'custom', ...because(search.kind, text) });
  return z.NEVER;
});

export const listQuery = z.strictObject({
  q: searchWords
    .optional()
    .describe(
      `words separated by white space, at most ${SEARCH_WORDS_MAX}; each must occur, ignoring case, somewhere in the name, ` +
        'the description, the tags or the content of the latest version',
    ),
  name: z.string().optional().describe('exactly this name'),
  tag: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(parsedTag).max(TAGS_MAX))
    .optional()
    .describe('may be repeated; all must match'),
  folder: text.optional().describe('exactly this folder; empty for the top level'),
  label: parsedBy(parseLabelOrLatest, 'is not a valid label', label)
    .optional()
    .describe('only prompts with this label'),
  type: promptType.optional().describe('only prompts of this type'),
  archived: z.enum(['true', 'false', 'any']).default('false').describe('only archived prompts, only others, or both'),
  sort: z.enum(PROMPT_SORTS).default('name').describe('the field to sort by'),
  order: z.enum(['asc', 'desc']).optional().describe('asc for name, desc for updatedAt by default'),
  limit,
  cursor: promptCursor.schema,
  include: z
    .literal('content')
    .optional()
    .describe('adds the version selected by the label, or else by the default rule'),
});

export type ListQuery = z.output<typeof listQuery> & {
  /** A folder with all folders below it. Only the dashboard offers it. */
  readonly within?: string | undefined;
};

export interface ListRequest {
  /** Undefined when no prompt can match. */
  readonly query: PromptQuery | undefined;
  readonly words: SearchWords;
  readonly withContent: boolean;
  /** The label that selects the content of every prompt, if one does. */
  readonly listedLabel: Label | undefined;
  /** The query in a form that equivalent queries have in common. */
  readonly normalized: string;
  /** Identifies the list: it is equal for all of its pages, regardless of their size. Cursors contain it. */
  readonly filters: string;
}

export function toListRequest({ cursor, ...query }: ListQuery): ListRequest {
  const firstPage: ListRequest = {
    query: toPromptQuery(query),
    words: query.q ?? [],
    withContent: query.include === 'content',
    listedLabel: query.include === 'content' && query.label !== LATEST ? query.label : undefined,
    normalized: JSON.stringify(normalize(query)),
    filters: filtersOf(query),
  };
  return cursor === undefined ? firstPage : continueList(firstPage, cursor);
}

/** The page that begins at the cursor, of the same list. */
export function continueList(firstPage: ListRequest, cursor: string): ListRequest {
  const { query, filters, normalized } = firstPage;
  return {
    ...firstPage,
    query: query && { ...query, after: promptCursor.decode(cursor, filters) },
    normalized: `${normalized} ${cursor}`,
  };
}

/** A query for the first page. */
type FirstPageQuery = Omit<ListQuery, 'cursor'>;

/** An invalid name is not an error: no prompt has it. */
function toPromptQuery(query: FirstPageQuery): PromptQuery | undefined {
  const name = query.name === undefined ? undefined : parsePromptName(query.name);
  if (query.name !== undefined && !name) return undefined;
  return {
    name,
    tags: query.tag ?? [],
    folder: query.folder,
    within: query.within,
    label: query.label,
    type: query.type,
    archived: query.archived === 'any' ? 'any' : query.archived === 'true',
    sort: query.sort,
    order: orderOf(query) === 'asc' ? 'ascending' : 'descending',
    limit: query.limit,
  };
}

const orderOf = ({ sort, order }: FirstPageQuery) => order ?? (sort === 'name' ? 'asc' : 'desc');

function normalize(query: FirstPageQuery): readonly (readonly [string, unknown])[] {
  const tag = query.tag && [...new Set(query.tag)].sort();
  const q = query.q?.length ? query.q.toSorted() : undefined;
  const fields = Object.entries({ ...query, q, tag, order: orderOf(query) });
  return fields.filter(([, value]) => value !== undefined).sort();
}

const filtersOf = (query: FirstPageQuery): string =>
  hash('sha256', JSON.stringify(normalize({ ...query, limit: 0 }))).slice(0, 16);
