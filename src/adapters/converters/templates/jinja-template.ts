import { scanJinja } from './jinja-tokens.ts';
import { parseTags } from './parse-tags.ts';
import type { ParsedTemplate, SectionBuilder, SectionStart } from './source-nodes.ts';
import { isSourceName, type ResolvedPath, type SourcePath } from './source-path.ts';
import type { SourceTag } from './source-tokens.ts';

/** A loop gives each item a name. */
interface Loop {
  readonly item: string;
}

/** Parses a Jinja2, Nunjucks or Liquid template. Supports what all three have in common; the rest is refused. */
export const parseJinja = (text: string, firstLine: number): ParsedTemplate =>
  parseTags(scanJinja(text, firstLine), addTag);

/** False for a tag that cannot be converted. */
function addTag(tag: SourceTag, builder: SectionBuilder<Loop>): boolean {
  if (tag.sign === '{#') return true;
  return tag.sign === '{{' ? addOutput(tag, builder) : addStatement(tag, builder);
}

function addStatement({ inside, origin }: SourceTag, builder: SectionBuilder<Loop>): boolean {
  const [keyword = '', ...rest] = inside.split(/\s+/);
  const operands = rest.join(' ');
  switch (keyword) {
    case 'if':
    case 'unless':
    case 'for': {
      const start = readSection(keyword, operands, origin, builder);
      return start !== undefined && builder.open(start);
    }
    case 'elif':
    case 'elsif':
    case 'elseif': {
      const start = readSection('if', operands, origin, builder);
      return start !== undefined && builder.beginAlternative() && builder.open(start, true);
    }
    case 'else':
      return operands === '' && builder.beginAlternative();
    case 'endif':
    case 'endunless':
    case 'endfor':
      return operands === '' && builder.close(keyword.slice('end'.length));
    default:
      // An inline comment of Liquid.
      return keyword.startsWith('#');
  }
}

/** `if x`, `if not x`, `unless x` or `for item in xs`. Only plain variables: our sections take no members. */
function readSection(
  keyword: 'if' | 'unless' | 'for',
  operands: string,
  origin: SourceTag['origin'],
  builder: SectionBuilder<Loop>,
): SectionStart<Loop> | undefined {
  const [, item, list] = keyword === 'for' ? (/^(\S+) in (\S+)$/.exec(operands) ?? []) : [];
  const [, negation, condition] = keyword === 'for' ? [] : (/^(not )?(\S+)$/.exec(operands) ?? []);
  const path = resolve(parsePath(list ?? condition ?? ''), builder.scopes);
  if (path?.kind !== 'variable' || path.members.length > 0) return undefined;
  const { name } = path;
  if (keyword !== 'for') {
    const inverted = (keyword === 'unless') !== (negation !== undefined);
    return { keyword, name, inverted, use: 'condition', origin };
  }
  if (item === undefined || !IDENTIFIER.test(item)) return undefined;
  return { keyword, name, inverted: false, use: 'loop', origin, scope: { item } };
}

/** A path, or a constant: `{{ '{{' }}` is how Jinja writes literal braces. */
function addOutput({ inside, origin, source }: SourceTag, builder: SectionBuilder<Loop>): boolean {
  const constant = readConstant(inside);
  if (constant !== undefined) {
    builder.add({ kind: 'text', text: constant });
    return true;
  }
  const path = resolve(parsePath(inside), builder.scopes);
  if (!path) return false;
  builder.add({ ...path, origin, source });
  return true;
}

/** The text of a string without escapes, or of an integer. */
function readConstant(expression: string): string | undefined {
  if (/^(?:0|[1-9]\d{0,14})$/.test(expression)) return expression;
  const [, single, double] = /^(?:'([^'\\]*)'|"([^"\\]*)")$/.exec(expression) ?? [];
  return single ?? double;
}

/** Undefined for what our templates cannot express: an item of an outer loop, or `loop.index`. */
function resolve(path: SourcePath | undefined, loops: readonly Loop[]): ResolvedPath | undefined {
  if (!path || CONSTANTS.has(path.name)) return undefined;
  const { name, members } = path;
  const depth = loops.findLastIndex(({ item }) => item === name);
  if (depth !== -1) return depth === loops.length - 1 ? { kind: 'item', members } : undefined;
  return loops.length > 0 && LOOP_STATES.has(name) ? undefined : { kind: 'variable', name, members };
}

const CONSTANTS = new Set(['true', 'false', 'none', 'null', 'nil', 'True', 'False', 'None', 'blank', 'empty', 'not']);

const LOOP_STATES = new Set(['loop', 'forloop']);

/** An identifier may have dashes, as in Liquid; in Jinja they would subtract, but nobody subtracts texts. */
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}\p{M}_-]*$/u;

const MEMBER = /\.\s*([\p{L}\p{N}_][\p{L}\p{N}\p{M}_-]*)|\[\s*(?:'([^'\\]*)'|"([^"\\]*)"|(\d+))\s*\]/uy;

/** `a.b`, `a['b']`, `a[0]`; undefined for any other expression. */
function parsePath(text: string): SourcePath | undefined {
  const [name = ''] = /^[^.[\s]+/.exec(text) ?? [];
  if (!IDENTIFIER.test(name)) return undefined;
  const members: string[] = [];
  let at = name.length;
  while (at < text.length) {
    MEMBER.lastIndex = at;
    const match = MEMBER.exec(text);
    const member = match?.slice(1).find((part) => part !== undefined);
    if (!match || member === undefined || !isSourceName(member)) return undefined;
    members.push(member);
    at += match[0].length;
  }
  return { name, members };
}
