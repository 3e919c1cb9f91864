import { parseIncludeTarget } from '../naming/include-target.ts';
import { beginsTag, countBackslashesBefore } from './template-tokens.ts';

/** Why a text in braces is not a tag. */
export const NEAR_TAG_PROBLEMS = [
  /** One closing brace is missing: `{{name}`. */
  'unclosed',
  /** `{{name | upper}}` */
  'filter',
  /** `{{#if paid}}`, `{{#each items}}` */
  'helper',
  /** `{{#order.lines}}` */
  'section-path',
  /** `{{> Bad/Name}}` */
  'include',
  /** `{{! not rendered }}` */
  'comment',
  /** `{{user name}}` */
  'space',
  /** `{{user-name}}`, `{{größe}}`, `{{1}}` */
  'name',
] as const;

export type NearTagProblem = (typeof NEAR_TAG_PROBLEMS)[number];

/** Plain text that its author may have meant as a tag. */
export interface NearTag {
  readonly offset: number;
  readonly source: string;
  readonly problem: NearTagProblem;
}

/** Longer texts in braces are not meant as tags, and reading no further keeps the search linear. */
const INSIDE_CHARACTERS_MAX = 200;

/** A letter or a sign of Mustache, Handlebars, Jinja or n8n, or a whole word that begins with a digit. */
const LIKELY_INSIDE = /^(?:[\p{L}_#^/>!&@$.]|[\w.-]+$)/u;

/** `{{color: 'red'}}` is an object of a programming language. */
const OBJECT_LITERAL = /^[\p{L}\w]+\s*:/u;

/**
 * Finds what looks like a tag but is plain text, such as tags of other template languages. Escaped braces (`\{{`) are
 * meant as plain text.
 *
 * Like a tag, a near-tag never spans two lines, so the lines of a text can be searched one by one.
 */
export function* findNearTags(text: string): Generator<NearTag, undefined> {
  for (let opening = text.indexOf('{{'); opening !== -1; ) {
    let end = opening;
    while (text.charAt(end) === '{') end += 1;
    // As in `tokenize`, a backslash escapes the first two of several braces, and a tag begins at the last two.
    const isEscaped = countBackslashesBefore(text, opening, 0) % 2 === 1;
    const isOpen = end - opening >= (isEscaped ? 4 : 2);
    const nearTag = isOpen ? readNearTag(text, end - 2) : undefined;
    if (nearTag) yield nearTag;
    opening = text.indexOf('{{', end);
  }
  return undefined;
}

function readNearTag(text: string, offset: number): NearTag | undefined {
  if (beginsTag(text, offset)) return undefined;
  const start = offset + 2;
  let end = start;
  while (end - start <= INSIDE_CHARACTERS_MAX && !isBoundary(text.charAt(end))) end += 1;
  if (text.charAt(end) !== '}') return undefined;
  const inside = text.slice(start, end).trim();
  if (text.startsWith('}}', end)) {
    const source = text.slice(offset, end + 2);
    return isLikelyTag(inside) ? { offset, source, problem: findProblem(inside) } : undefined;
  }
  const source = text.slice(offset, end + 1);
  return beginsTag(`${source}}`, 0) ? { offset, source, problem: 'unclosed' } : undefined;
}

const isBoundary = (character: string): boolean =>
  character === '' || character === '{' || character === '}' || character === '\n';

const isLikelyTag = (inside: string): boolean => LIKELY_INSIDE.test(inside) && !OBJECT_LITERAL.test(inside);

function findProblem(inside: string): NearTagProblem {
  const sign = inside.charAt(0);
  const operand = inside.slice(1).trim();
  if (sign === '!') return 'comment';
  if (sign === '>') return parseIncludeTarget(operand) ? 'name' : 'include';
  if (inside.includes('|')) return 'filter';
  if (sign === '#' || sign === '^' || sign === '/') {
    if (/\s/.test(operand)) return 'helper';
    return /^[\w.]+$/.test(operand) && operand.includes('.') ? 'section-path' : 'name';
  }
  return /^[\p{L}\w.]+(?:\s+[\p{L}\w.]+)+$/u.test(inside) ? 'space' : 'name';
}
