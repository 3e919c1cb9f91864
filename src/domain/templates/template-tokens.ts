import { type IncludeTarget, parseIncludeTarget } from '../naming/include-target.ts';
import { parseVariableName, type VariableName } from './variable-name.ts';

/** A token's source and position. Joining the sources of all tokens restores the text. */
interface SourceRange {
  readonly source: string;
  readonly offset: number;
}

/** `text` is the output; it differs from the source only where a tag is escaped. */
export type TextToken = SourceRange & { readonly kind: 'text'; readonly text: string };

export type TagToken = SourceRange &
  (
    | { readonly kind: 'variable'; readonly name: VariableName; readonly members: readonly string[] }
    | { readonly kind: 'item'; readonly members: readonly string[] }
    | { readonly kind: 'open'; readonly name: VariableName; readonly inverted: boolean }
    | { readonly kind: 'close'; readonly name: VariableName }
    | { readonly kind: 'include'; readonly target: IncludeTarget }
  );

export type TemplateToken = TextToken | TagToken;

const OPENING = '{{';
const CLOSING = '}}';
const BACKSLASH = '\\';

/** A key of an object, or an index into a list: `{{order.lines.0.price}}`. */
const MEMBER = /^[A-Za-z0-9_]{1,64}$/;

/** Every character that may occur between the braces of a tag. Excludes braces: see `readTag`. */
const TAG_CHARACTERS = toCharacterSet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-/#^>@ ');

/**
 * Splits a text into tags and the plain text between them. Never fails: anything that is not exactly a tag is text.
 *
 * A tag begins at the last two of several opening braces and ends at the first two of several closing ones, so
 * `{"user": {{user}}}` works as expected.
 *
 * Backslashes are special only directly before `{{`: each pair is one backslash, and an odd one makes the braces plain
 * text. So `\{{a}}` is `{{a}}`, `\\{{a}}` is a backslash and the value, and `\\\{{a}}` is `\{{a}}`. `\{{` is `{{`
 * whatever follows, so that authors can write two braces without knowing every tag.
 */
export function* tokenize(text: string): Generator<TemplateToken, undefined> {
  let done = 0;
  for (let opening = text.indexOf(OPENING); opening !== -1; ) {
    const backslashes = countBackslashesBefore(text, opening, done);
    const isEscaped = backslashes % 2 === 1;
    const tag = isEscaped ? undefined : readTag(text, opening);
    if (!tag && backslashes === 0) {
      opening = text.indexOf(OPENING, opening + 1);
      continue;
    }
    // Both escaped braces are consumed; if not escaped, the second brace may still begin a tag.
    const start = tag ? opening : opening + (isEscaped ? 2 : 1);
    if (start > done) {
      const before = text.slice(done, opening - backslashes) + BACKSLASH.repeat(backslashes >> 1);
      yield { kind: 'text', source: text.slice(done, start), offset: done, text: before + text.slice(opening, start) };
    }
    if (tag) yield tag;
    done = start + (tag?.source.length ?? 0);
    opening = text.indexOf(OPENING, done);
  }
  const rest = text.slice(done);
  if (rest !== '') yield { kind: 'text', source: rest, offset: done, text: rest };
  return undefined;
}

/**
 * Prints plain text so that `tokenize` reads exactly this text again, also directly before a tag. The inverse of `text`
 * in a token, although authors may have escaped more than necessary.
 *
 * Backslashes before two braces are doubled, and braces that would begin a tag are escaped.
 */
export function escapeText(text: string, isBeforeTag: boolean): string {
  const followed = isBeforeTag ? text + OPENING : text;
  const pieces: string[] = [];
  let done = 0;
  for (let opening = followed.indexOf(OPENING); opening !== -1; ) {
    const backslashes = countBackslashesBefore(followed, opening, done);
    const isTag = beginsTag(text, opening);
    // If the second brace begins a tag, the backslash that escapes the tag will stand between the two.
    if (!isTag && (backslashes === 0 || beginsTag(text, opening + 1))) {
      opening = followed.indexOf(OPENING, opening + 1);
      continue;
    }
    pieces.push(text.slice(done, opening), BACKSLASH.repeat(backslashes + (isTag ? 1 : 0)));
    // As in `tokenize`: both escaped braces are consumed, and otherwise the second one may still begin a tag.
    const end = Math.min(text.length, opening + (isTag ? 2 : 1));
    pieces.push(text.slice(opening, end));
    if (end === text.length) return pieces.join('');
    done = end;
    opening = followed.indexOf(OPENING, done);
  }
  return pieces.join('') + text.slice(done);
}

/** Whether the braces at this offset open a tag, unless they are escaped. */
export const beginsTag = (text: string, offset: number): boolean =>
  text.startsWith(OPENING, offset) && readTag(text, offset) !== undefined;

/**
 * The tag whose braces open at the offset, or undefined when they are plain text.
 *
 * Reading stops at the next brace, so no two attempts read the same characters: tokenizing takes linear time however
 * many `{{` do not begin a tag.
 */
function readTag(text: string, offset: number): TagToken | undefined {
  const start = offset + OPENING.length;
  let end = start;
  while (TAG_CHARACTERS[text.charCodeAt(end)] === 1) end += 1;
  if (end === start || !text.startsWith(CLOSING, end)) return undefined;
  return classify(text.slice(start, end).trim(), text.slice(offset, end + CLOSING.length), offset);
}

/** Spaces are allowed after the opening braces, after the sign and before the closing braces, but not inside a name. */
function classify(inside: string, source: string, offset: number): TagToken | undefined {
  const sign = inside.charAt(0);
  switch (sign) {
    case '#':
    case '^': {
      const name = parseOperand(inside);
      return name && { kind: 'open', source, offset, name, inverted: sign === '^' };
    }
    case '/': {
      const name = parseOperand(inside);
      return name && { kind: 'close', source, offset, name };
    }
    case '>': {
      const target = parseIncludeTarget(inside.slice(1).trimStart());
      return target && { kind: 'include', source, offset, target };
    }
    default:
      return classifyPath(inside, source, offset);
  }
}

/** Sections take only the name of a variable: `{{#a.b}}` and `{{#.a}}` are plain text. */
const parseOperand = (inside: string): VariableName | undefined => parseVariableName(inside.slice(1).trimStart());

function classifyPath(inside: string, source: string, offset: number): TagToken | undefined {
  if (inside === '.') return { kind: 'item', source, offset, members: [] };
  const [first = '', ...members] = inside.split('.');
  if (!members.every((member) => MEMBER.test(member))) return undefined;
  if (first === '' && members.length > 0) return { kind: 'item', source, offset, members };
  const name = parseVariableName(first);
  return name && { kind: 'variable', source, offset, name, members };
}

/** Stops at `from`, so that no backslash of an earlier token is counted again. */
export function countBackslashesBefore(text: string, offset: number, from: number): number {
  let start = offset;
  while (start > from && text.charAt(start - 1) === BACKSLASH) start -= 1;
  return offset - start;
}

function toCharacterSet(characters: string): Uint8Array {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}
