import { type ParsedTemplate, refuse, type SourceNode } from './source-nodes.ts';
import { isSourceName } from './source-path.ts';
import { TokenList } from './source-tokens.ts';

/** A field such as `x`, `x.a` or `x[0]`, followed by a conversion or a format, which cannot be expressed here. */
const FIELD = /^(?<name>[^.[\]!:"'(),{}]+?)(?<members>(?:\.[^.[\]!:"'(),{}]+|\[[^[\]"'{}]+\])*)(?<format>[!:].*)?$/su;

const PIECE = /\{\{|\}\}|\{(?<field>[^{}]*)\}/g;

/**
 * Parses a template for Python's `str.format`, also called f-string.
 *
 * Braces that Python would reject, such as JSON, stay text: tools that accept them replace only names.
 */
export function parseFString(text: string, firstLine: number): ParsedTemplate {
  const lines = new TokenList(text, firstLine);
  const nodes: SourceNode[] = [];
  let done = 0;
  for (const match of text.matchAll(PIECE)) {
    const [source] = match;
    const field = match.groups?.['field'];
    const origin = lines.describe(match.index, match.index + source.length);
    const node = field === undefined ? ({ kind: 'text', text: source.charAt(0) } as const) : readField(field);
    if (!node) continue;
    if (node.kind === 'formatted') return refuse(origin);
    nodes.push({ kind: 'text', text: text.slice(done, match.index) });
    nodes.push(node.kind === 'text' ? node : { ...node, origin, source });
    done = match.index + source.length;
  }
  nodes.push({ kind: 'text', text: text.slice(done) });
  return { kind: 'parsed', nodes, warnings: [] };
}

type Field =
  | { readonly kind: 'variable'; readonly name: string; readonly members: readonly string[] }
  | { readonly kind: 'formatted' };

/** Undefined for braces that are no field. */
function readField(field: string): Field | undefined {
  const groups: Partial<Record<string, string>> = FIELD.exec(field)?.groups ?? {};
  const { name = '', members = '', format } = groups;
  const parts = members.split(/[.[\]]+/).filter((part) => part !== '');
  const trimmed = name.trim();
  if (!isSourceName(trimmed) || !parts.every(isSourceName)) return undefined;
  if (format === undefined) return { kind: 'variable', name: trimmed, members: parts };
  // `{a: 1}` is JSON or prose; a format has no space after the colon.
  return /^[!:]\S/.test(format) ? { kind: 'formatted' } : undefined;
}
