import { type TagParts, type TagScan, TokenList } from './source-tokens.ts';

/**
 * Splits a Handlebars template into texts and tags. A raw block has the sign `{{{{`.
 *
 * `\{{` is literal braces, and `\\{{` a backslash before a tag; other backslashes are text.
 */
export function scanHandlebars(text: string, firstLine: number): TagScan {
  const list = new TokenList(text, firstLine);
  let done = 0;
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', done)) {
    const before = text.slice(done, at);
    if (before.endsWith('\\') && !before.endsWith('\\\\')) {
      list.addText(`${before.slice(0, -1)}{{`);
      done = at + 2;
      continue;
    }
    list.addText(before.endsWith('\\\\') ? before.slice(0, -1) : before);
    const end = findEnd(text, at);
    if (end === -1) return list.describeUnclosed(at);
    list.addTag(at, end, readTag(text.slice(at, end)));
    done = end;
  }
  list.addText(text.slice(done));
  return { kind: 'tokens', tokens: list.tokens };
}

const COMMENT = /\{\{~?!(?:--[\s\S]*?--~?\}\}|[\s\S]*?\}\})/y;

/** Finds the end of the tag that begins at the offset; -1 if it has none. Strings may contain braces. */
function findEnd(text: string, offset: number): number {
  COMMENT.lastIndex = offset;
  const comment = COMMENT.exec(text);
  if (comment) return offset + comment[0].length;
  const closing = /^\{\{~?\{/.test(text.slice(offset, offset + 4)) ? /\}~?\}\}/y : /~?\}\}/y;
  for (let at = offset + 2; at < text.length; at += 1) {
    closing.lastIndex = at;
    const end = closing.exec(text);
    if (end) return at + end[0].length;
    const character = text.charAt(at);
    if (character !== '"' && character !== "'") continue;
    at = text.indexOf(character, at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

const TAG = /^\{\{(?<left>~?)(?<sign>\{\{|!|#>|#\*|#|\^|\/|>|&|\{|)(?<inside>[\s\S]*?)\}?(?<right>~?)\}\}$/;

function readTag(source: string): TagParts {
  const groups: Partial<Record<string, string>> = TAG.exec(source)?.groups ?? {};
  const { left, right, sign = '', inside = '' } = groups;
  const trims = { trimsLeft: left === '~', trimsRight: right === '~' };
  const trimmed = inside.trim();
  if (sign === '!') return { sign, inside: '', line: 'is-dropped', ...trims };
  if (sign === '>') return { sign, inside: trimmed, line: 'is-dropped-after-tag', ...trims };
  if (sign === '#' || sign === '/' || sign === '^') return { sign, inside: trimmed, line: 'is-dropped', ...trims };
  if (sign === '' && /^else(?:\s|$)/.test(trimmed))
    return { sign: 'else', inside: trimmed.slice(4).trim(), line: 'is-dropped', ...trims };
  return { sign: sign === '&' || sign === '{' ? '' : sign, inside: trimmed, line: 'stays', ...trims };
}
