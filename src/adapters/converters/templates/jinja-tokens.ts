import { type TagParts, type TagScan, TokenList } from './source-tokens.ts';

const OPENING = /\{[{%#]/g;

/** Tags whose content, up to their closing tag, is text or nothing. */
const VERBATIM = new Map([
  ['raw', { closing: /\{%-?\s*endraw\s*-?%\}/g, isText: true }],
  ['verbatim', { closing: /\{%-?\s*endverbatim\s*-?%\}/g, isText: true }],
  ['comment', { closing: /\{%-?\s*endcomment\s*-?%\}/g, isText: false }],
]);

/** Splits a Jinja, Nunjucks or Liquid template into texts and tags with the signs `{{`, `{%` and `{#`. */
export function scanJinja(text: string, firstLine: number): TagScan {
  const list = new TokenList(text, firstLine);
  const lastComment = text.lastIndexOf('#}');
  let done = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const start = match.index;
    const sign = match[0];
    // Without an end, these characters are text, as always in Liquid.
    if (sign === '{#' && lastComment < start + 2) continue;
    const end = sign === '{#' ? text.indexOf('#}', start + 2) + 2 : findEnd(text, start, sign === '{{' ? '}}' : '%}');
    if (end === -1) return list.describeUnclosed(start);
    list.addText(text.slice(done, start));
    const tag = readTag(text.slice(start, end), sign);
    const block = sign === '{%' ? VERBATIM.get(tag.inside) : undefined;
    done = block ? addVerbatim(list, text, { start, end, tag, ...block }) : end;
    if (done === -1) return { kind: 'unclosed', tag: list.describe(start, end) };
    if (!block) list.addTag(start, end, tag);
    OPENING.lastIndex = done;
  }
  list.addText(text.slice(done));
  return { kind: 'tokens', tokens: list.tokens };
}

function readTag(source: string, sign: string): TagParts {
  const inside = source.slice(2, -2);
  return {
    sign,
    inside: inside.replace(/^[-+]/, '').replace(/[-+]$/, '').trim(),
    line: sign === '{{' ? 'stays' : 'is-dropped',
    trimsLeft: inside.startsWith('-'),
    trimsRight: inside.length > 1 && inside.endsWith('-'),
  };
}

interface VerbatimBlock {
  readonly start: number;
  readonly end: number;
  readonly tag: TagParts;
  readonly closing: RegExp;
  readonly isText: boolean;
}

/** Adds both tags as comments, and the text between them. Returns the offset after the block, or -1 without its end. */
function addVerbatim(list: TokenList, text: string, { start, end, tag, closing, isText }: VerbatimBlock): number {
  closing.lastIndex = end;
  const match = closing.exec(text);
  if (!match) return -1;
  list.addTag(start, end, { ...tag, sign: '{#' });
  if (isText) list.addText(text.slice(end, match.index));
  const after = match.index + match[0].length;
  list.addTag(match.index, after, { ...readTag(match[0], '{%'), sign: '{#' });
  return after;
}

/** Finds the end of the tag at the offset; -1 if it has none. Strings may contain the closing characters. */
function findEnd(text: string, offset: number, closing: string): number {
  for (let at = offset + 2; at < text.length; at += 1) {
    if (text.startsWith(closing, at)) return at + closing.length;
    const character = text.charAt(at);
    if (character !== '"' && character !== "'") continue;
    at = findStringEnd(text, at);
    if (at === -1) return -1;
  }
  return -1;
}

function findStringEnd(text: string, opening: number): number {
  const quote = text.charAt(opening);
  for (let at = opening + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at;
  }
  return -1;
}
