import { z } from 'zod';
import type { PromptQuery } from '../../../../application/ports/prompts/prompt-catalog.ts';
import type { IncluderPosition } from '../../../../application/prompts/impact/list-includers.ts';
import { NAME_CHARACTERS_MAX, parsePromptId, parsePromptName } from '../../../../domain/naming/prompt-name.ts';
import type { ProblemCode } from '../../../../domain/problem.ts';
import { parseJsonOrNothing } from '../../../text/parse-json-or-nothing.ts';
import { badQuery, type Rejection } from '../errors/rejection.ts';
import { because } from './describe-issue.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const LIMIT_RULE = `must be a number from 1 to ${LIMIT_MAX}`;

/** How many items a page of any list may have. */
export const limit = z
  .string()
  .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= LIMIT_MAX, because('out-of-range', LIMIT_RULE))
  .transform(Number)
  .default(LIMIT_DEFAULT)
  .meta({
    description: 'how many items the page may have',
    type: 'integer',
    pattern: undefined,
    minimum: 1,
    maximum: LIMIT_MAX,
  });

const CURSOR_DESCRIPTION = '`nextCursor` of the previous page';
const FOREIGN_CURSOR = 'is not a cursor of this list';

/** The letter belongs to one list, so that no cursor is accepted by another list. */
const cursorSchema = (letter: string, number: string) =>
  z
    .string()
    .regex(new RegExp(`^${letter}${number}$`), FOREIGN_CURSOR)
    .transform((text) => Number(text.slice(1)));

const describeCursor = <Schema extends z.ZodType>(schema: Schema) => schema.optional().describe(CURSOR_DESCRIPTION);

const numberCursor = (letter: string) => ({
  schema: describeCursor(cursorSchema(letter, '[1-9]\\d{0,14}')),
  encode: (next: number | undefined): string | null => (next === undefined ? null : `${letter}${next}`),
});

export const rotationCursor = numberCursor('r');
export const versionCursor = numberCursor('v');

/** The last name of the previous page. */
const nameCursor = (letter: string, pattern: RegExp) => ({
  schema: describeCursor(
    z
      .string()
      .max(1 + NAME_CHARACTERS_MAX)
      .regex(new RegExp(`^${letter}${pattern.source}$`), FOREIGN_CURSOR)
      .transform((text) => text.slice(1)),
  ),
  encode: (next: string | undefined): string | null => (next === undefined ? null : `${letter}${next}`),
});

export const tagCursor = nameCursor('t', /[a-z0-9._-]+/);
/** The top level is the empty folder. */
export const folderCursor = nameCursor('f', /[a-z0-9._/-]*/);

/** The name of an includer, and how many of its entries were on the pages before. */
export const includerCursor = {
  schema: describeCursor(
    z
      .string()
      .max(8 + NAME_CHARACTERS_MAX)
      .transform((text, context) => {
        const [, skip, name] = /^i(0|[1-9]\d{0,5})\.(.+)$/.exec(text) ?? [];
        const parsed = name === undefined ? undefined : parsePromptName(name);
        if (parsed) return { name: parsed, skip: Number(skip) };
        context.addIssue(FOREIGN_CURSOR);
        return z.NEVER;
      }),
  ),
  encode: (next: IncluderPosition | undefined): string | null => (next ? `i${next.skip}.${next.name}` : null),
};

/** In milliseconds since 1970; negative for imported moves that are older. */
export const labelMoveCursor = {
  schema: describeCursor(cursorSchema('m', '(?:0|-?[1-9]\\d{0,14})').transform((ms) => new Date(ms))),
  encode: (next: Date | undefined): string | null => (next === undefined ? null : `m${next.getTime()}`),
};

/** The largest distance from 1970 that a `Date` can have. */
const DATE_MS_MAX = 8.64e15;

/** The filters of the list, and the name, the time of the last change and the id of the last prompt. */
const promptPosition = z.strictObject({
  f: z.string(),
  n: z.string(),
  u: z.int().min(-DATE_MS_MAX).max(DATE_MS_MAX),
  i: z.string(),
});

/** Contains the filters it was made with: with other filters, it would silently skip prompts. */
export const promptCursor = {
  schema: describeCursor(z.string().max(1000)),

  encode(after: NonNullable<PromptQuery['after']>, filters: string): string {
    const text = JSON.stringify({ f: filters, n: after.name, u: after.updatedAt.getTime(), i: after.id });
    return Buffer.from(text).toString('base64url');
  },

  decode(text: string, filters: string): PromptQuery['after'] {
    const parsed = promptPosition.safeParse(parseJsonOrNothing(Buffer.from(text, 'base64url').toString('utf8')));
    if (!parsed.success) throw badCursor(FOREIGN_CURSOR);
    const position = parsed.data;
    const name = parsePromptName(position.n);
    const id = parsePromptId(position.i);
    if (!name || !id) throw badCursor(FOREIGN_CURSOR);
    if (position.f !== filters) throw badCursor('belongs to a list with other filters', 'mismatch');
    return { name, id, updatedAt: new Date(position.u) };
  },
};

const badCursor = (text: string, problem: ProblemCode = 'malformed'): Rejection =>
  badQuery([{ path: 'cursor', problem, text }]);
