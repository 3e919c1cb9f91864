import { z } from 'zod';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
/** Of a list's cursor parameter. */
export const CURSOR_MEANING = '`nextCursor` of the page before';
const problem = `must be a number from 1 to ${LIMIT_MAX}`;

/** How many items a page of any list may have. */
export const limit = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, problem)
  .transform(Number)
  .refine((count) => count <= LIMIT_MAX, problem)
  .default(LIMIT_DEFAULT)
  .meta({ description: `1 to ${LIMIT_MAX}; ${LIMIT_DEFAULT} by default` });

/** A cursor that is a number behind a letter of its list, so that it is not taken for another list's. */
export const numberCursor = (letter: string) => cursorOf(letter, '[1-9]\\d{0,14}');

/** The same for milliseconds: what was imported may have happened before 1970. */
export const momentCursor = (letter: string) => cursorOf(letter, '(?:0|-?[1-9]\\d{0,14})');

const cursorOf = (letter: string, number: string) =>
  z
    .string()
    .regex(new RegExp(`^${letter}${number}$`), 'is no cursor of this list')
    .transform((text) => Number(text.slice(1)))
    .optional()
    .describe(CURSOR_MEANING);
