import { parseIncludeTarget } from '../../../domain/naming/include-target.ts';
import { printVersionSelector } from '../../../domain/naming/version-selector.ts';
import type { IncludeReference } from './include-tags.ts';
import { parseTags, type TagOutcome } from './parse-tags.ts';
import type { ParsedTemplate, SectionBuilder } from './source-nodes.ts';
import { parseSourcePath } from './source-path.ts';
import { type SourceTag, type TagParts, type TagScan, TokenList } from './source-tokens.ts';

/**
 * Parses a Mustache template.
 *
 * Braces that contain no tag stay text: JSON in a prompt is more likely than a variable with such a name. They are
 * reported, because Mustache renders them as nothing.
 */
export const parseMustache = (text: string, firstLine: number): ParsedTemplate =>
  parseTags(scan(text, firstLine), addTag, 'several-tags');

/** A tag contains no braces, so it is always the innermost pair of them that is read. */
const TAG =
  /\{\{(?:!(?<comment>[\s\S]*?)\}\}|=(?<delimiters>[^{}]*)=\}\}|\{(?<unescaped>[^{}]*)\}\}\}|(?<tag>[^{}]*)\}\})/y;

function scan(text: string, firstLine: number): TagScan {
  const list = new TokenList(text, firstLine);
  // Without closing braces there is no tag, and a comment would be searched for again and again.
  const lastClosing = text.lastIndexOf('}}');
  let done = 0;
  for (let at = text.indexOf('{{'); at !== -1 && at < lastClosing; at = text.indexOf('{{', at)) {
    TAG.lastIndex = at;
    const match = TAG.exec(text);
    if (!match) {
      at += 1;
      continue;
    }
    list.addText(text.slice(done, at));
    done = at + match[0].length;
    list.addTag(at, done, readTag(match.groups ?? {}));
    at = done;
  }
  list.addText(text.slice(done));
  return { kind: 'tokens', tokens: list.tokens };
}

type TagGroups = Partial<Record<string, string>>;

function readTag({ comment, delimiters, unescaped, tag = '' }: TagGroups): TagParts {
  if (comment !== undefined) return { sign: '!', inside: '', line: 'is-dropped' };
  if (delimiters !== undefined) return { sign: '=', inside: '', line: 'is-dropped' };
  if (unescaped !== undefined) return { sign: '', inside: unescaped.trim(), line: 'stays' };
  const trimmed = tag.trim();
  const sign = trimmed.charAt(0);
  const inside = trimmed.slice(1).trim();
  if (sign === '#' || sign === '^' || sign === '/') return { sign, inside, line: 'is-dropped' };
  if (sign === '>') return { sign, inside, line: 'is-dropped-after-tag' };
  return sign === '&' ? { sign: '', inside, line: 'stays' } : { sign: '', inside: trimmed, line: 'stays' };
}

function addTag(token: SourceTag, builder: SectionBuilder<never>): TagOutcome {
  const { sign, inside, origin, source } = token;
  switch (sign) {
    case '!':
      return true;
    case '=':
      return false;
    case '#':
    case '^': {
      const path = parseSourcePath(inside);
      if (!path || path.name === '' || path.members.length > 0) return false;
      const start = { keyword: path.name, name: path.name, inverted: sign === '^', use: 'either' as const };
      return builder.open({ ...start, origin, opening: source });
    }
    case '/':
      return builder.close(inside, source);
    case '>': {
      builder.add({ kind: 'include', reference: readReference(inside), origin, source });
      return true;
    }
    default:
      return addVariable(token, builder);
  }
}

function addVariable({ inside, origin, source }: SourceTag, builder: SectionBuilder<never>): TagOutcome {
  const path = parseSourcePath(inside);
  if (!path) {
    builder.add({ kind: 'text', text: source });
    return { ...origin, problem: 'is not a variable and stays text' };
  }
  const { name, members } = path;
  builder.add(
    name === '' ? { kind: 'item', members, origin, source } : { kind: 'variable', name, members, origin, source },
  );
  return true;
}

/** Our own templates select a version: `{{> name@label}}`. */
function readReference(inside: string): IncludeReference {
  const target = parseIncludeTarget(inside);
  if (!target?.selector) return { name: inside, selector: undefined };
  return { name: target.name, selector: printVersionSelector(target.selector) };
}
