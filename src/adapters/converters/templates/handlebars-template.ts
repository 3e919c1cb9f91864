import { type Frame, resolveHandlebarsPath } from './handlebars-path.ts';
import { scanHandlebars } from './handlebars-tokens.ts';
import { parseTags } from './parse-tags.ts';
import type { ParsedTemplate, SectionBuilder, SectionStart } from './source-nodes.ts';
import { isSourceName } from './source-path.ts';
import type { SourceTag } from './source-tokens.ts';

/** Parses a Handlebars template. Supports the helpers if, unless, each, with and json; any other helper is refused. */
export const parseHandlebars = (text: string, firstLine: number): ParsedTemplate =>
  parseTags(scanHandlebars(text, firstLine), addTag);

/** False for a tag that cannot be converted. */
function addTag(tag: SourceTag, builder: SectionBuilder<Frame>): boolean {
  const { sign, inside, origin } = tag;
  switch (sign) {
    case '!':
      return true;
    case '':
      return addVariable(tag, builder);
    case '#': {
      const start = readBlock(inside, origin, builder);
      return start !== undefined && builder.open(start);
    }
    case '/':
      return builder.close(inside);
    case 'else':
      return addAlternative(tag, builder);
    case '^':
      return inside === '' && builder.beginAlternative();
    case '>':
      return addInclude(tag, builder);
    default:
      return false;
  }
}

function addAlternative({ inside, origin }: SourceTag, builder: SectionBuilder<Frame>): boolean {
  if (!builder.beginAlternative()) return false;
  if (inside === '') return true;
  const start = readBlock(inside, origin, builder);
  return start !== undefined && builder.open(start, true);
}

/** `if x`, `unless x`, `each x`, `each x as |item|` or `with x`. Only plain variables, since our sections take no members. */
function readBlock(
  inside: string,
  origin: SourceTag['origin'],
  builder: SectionBuilder<Frame>,
): SectionStart<Frame> | undefined {
  const [, keyword = '', operand = '', parameters] =
    /^(if|unless|each|with)\s+(\S+?)(?:\s+as\s+\|([^|]*)\|)?$/.exec(inside) ?? [];
  const path = resolveHandlebarsPath(operand, builder.scopes);
  if (path?.kind !== 'variable' || path.members.length > 0) return undefined;
  const { name } = path;
  const [parameter, ...others] = parameters?.trim().split(/\s+/) ?? [];
  if (keyword === 'if' || keyword === 'unless') {
    if (parameters !== undefined) return undefined;
    return { keyword, name, inverted: keyword === 'unless', use: 'condition', origin };
  }
  // A second parameter is the index, which has no counterpart here.
  if (others.length > 0 || (parameter !== undefined && !isSourceName(parameter))) return undefined;
  const use = keyword === 'each' ? 'loop' : 'condition';
  const context = use === 'loop' ? ({ kind: 'item', members: [] } as const) : path;
  return { keyword, name, inverted: false, use, origin, scope: { context, parameter } };
}

function addVariable({ inside, origin, source }: SourceTag, builder: SectionBuilder<Frame>): boolean {
  const [, operand = inside] = /^json\s+(\S+)$/.exec(inside) ?? [];
  const path = resolveHandlebarsPath(operand, builder.scopes);
  if (!path) return false;
  builder.add({ ...path, origin, source });
  return true;
}

/** Includes take no parameters: an included prompt has the same variables as the one that includes it. */
function addInclude({ inside, origin, source }: SourceTag, builder: SectionBuilder<Frame>): boolean {
  const [, name] = /^["']?([^\s"'()=]+)["']?$/.exec(inside) ?? [];
  // Inside of a loop, names in the included text would mean members of the item.
  if (name === undefined || builder.scopes.length > 0) return false;
  builder.add({ kind: 'include', reference: { name, selector: undefined }, origin, source });
  return true;
}
