import { hash } from 'node:crypto';
import { z } from 'zod';
import type { PromptQuery } from '../../../../application/ports/prompt-catalog.ts';
import { parseLabelOrLatest } from '../../../../domain/prompts/naming/label.ts';
import { parsePromptId, parsePromptName } from '../../../../domain/prompts/naming/prompt-name.ts';
import { parseTag, type Tag } from '../../../../domain/prompts/naming/tag.ts';
import { foldCase } from '../../../../domain/text/fold-case.ts';
import { badRequest } from '../errors/rejection.ts';
import { CURSOR_MEANING, limit } from '../request/page-query.ts';

const SEARCH_CHARACTERS_MAX = 200;
const TAGS_MAX = 20;

/** Some backends cannot even be asked for a NUL. */
const text = z.string().refine((value) => !value.includes('\0'), 'contains a NUL character');

const parsedTag = z.string().transform((text, context): Tag => {
  const tag = parseTag(text);
  if (tag) return tag;
  context.addIssue('is no tag');
  return z.NEVER;
});

export const listQuery = z.strictObject({
  q: text.max(SEARCH_CHARACTERS_MAX).optional().describe('searches name and description, whatever the case'),
  name: z.string().optional().describe('exactly this name'),
  tag: z
    .union([parsedTag.transform((tag) => [tag]), z.array(parsedTag).max(TAGS_MAX)])
    .optional()
    .describe('may be repeated; all must match'),
  folder: text.optional().describe('exactly this folder; empty for the top'),
  label: z
    .string()
    .transform((text, context) => {
      const label = parseLabelOrLatest(text);
      if (label) return label;
      context.addIssue('is no label');
      return z.NEVER;
    })
    .optional()
    .describe('only prompts that have it'),
  type: z.enum(['text', 'chat']).optional(),
  archived: z.enum(['true', 'false', 'any']).default('false'),
  sort: z.enum(['name', 'updatedAt']).default('name'),
  order: z.enum(['asc', 'desc']).optional().describe('asc for name, desc for updatedAt by default'),
  limit,
  cursor: z.string().max(1000).optional().describe(CURSOR_MEANING),
  include: z.literal('content').optional().describe('adds the version that label, or else the default rule, selects'),
});

export type ListQuery = z.output<typeof listQuery>;

/** A list as it was asked for. */
export interface ListQuestion {
  /** What the application takes; undefined when nothing can be found. */
  readonly query: PromptQuery | undefined;
  readonly withContent: boolean;
  /** The same for the same question, however it was put. */
  readonly text: string;
  /** The same on each of its pages, and whatever their size: where one goes on, a cursor shows it. */
  readonly filters: string;
}

export function listQuestion(query: ListQuery): ListQuestion {
  const filters = filtersOf(query);
  return {
    query: promptQuery(query, filters),
    withContent: query.include === 'content',
    text: JSON.stringify(normalized(query)),
    filters,
  };
}

/** A name that cannot exist is no mistake: no prompt has it. */
function promptQuery(query: ListQuery, filters: string): PromptQuery | undefined {
  const name = query.name === undefined ? undefined : parsePromptName(query.name);
  if (query.name !== undefined && !name) return undefined;
  return {
    search: query.q === undefined ? undefined : foldCase(query.q),
    name,
    tags: query.tag ?? [],
    folder: query.folder,
    label: query.label,
    type: query.type,
    archived: query.archived === 'any' ? 'any' : query.archived === 'true',
    sort: query.sort,
    order: orderOf(query) === 'asc' ? 'ascending' : 'descending',
    after: query.cursor === undefined ? undefined : readCursor(query.cursor, filters),
    limit: query.limit,
  };
}

const orderOf = ({ sort, order }: ListQuery) => order ?? (sort === 'name' ? 'asc' : 'desc');

function normalized(query: ListQuery): readonly (readonly [string, unknown])[] {
  const tag = query.tag && [...new Set(query.tag)].sort();
  const words = Object.entries({ ...query, q: query.q && foldCase(query.q), tag, order: orderOf(query) });
  return words.filter(([, value]) => value !== undefined).sort();
}

/** Beyond it, before 1970 or after, a date is none. */
const DATE_MS_MAX = 8.64e15;

const cursorShape = z.strictObject({
  f: z.string(),
  n: z.string(),
  u: z.int().min(-DATE_MS_MAX).max(DATE_MS_MAX),
  i: z.string(),
});

/** Carries the filters it was made with: used with others, it would skip prompts without a word. */
export function writeCursor(after: NonNullable<PromptQuery['after']>, filters: string): string {
  const text = JSON.stringify({ f: filters, n: after.name, u: after.updatedAt.getTime(), i: after.id });
  return Buffer.from(text).toString('base64url');
}

function readCursor(text: string, filters: string): PromptQuery['after'] {
  const { data } = cursorShape.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  const name = parsePromptName(data?.n ?? '');
  const id = parsePromptId(data?.i ?? '');
  if (!data || !name || !id) throw badCursor('is no cursor of this list');
  if (data.f !== filters) throw badCursor('belongs to a list with other filters');
  return { name, id, updatedAt: new Date(data.u) };
}

const badCursor = (problem: string) => badRequest('bad_query', [{ path: 'cursor', problem }]);

/** What is no JSON is no cursor either, and the caller says so. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const filtersOf = (query: ListQuery): string =>
  hash('sha256', JSON.stringify(normalized({ ...query, limit: 0, cursor: undefined }))).slice(0, 16);
