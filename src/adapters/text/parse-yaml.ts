import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { isBoundedJson } from '../../domain/text/json.ts';
import type { ParsedText } from '../converters/opened-file.ts';

/** An alias can make a small file arbitrarily large. */
const ALIASES_MAX = 100;

/** Parses YAML of other tools, with its anchors and merge keys. Refuses what JSON cannot represent. */
export function parseYaml(text: string): ParsedText {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    merge: true,
    lineCounter: counter,
    prettyErrors: false,
    // More than one document is an error only if errors are wanted.
    logLevel: 'error',
  });
  const lineAt = (offset: number): number => Math.max(1, counter.linePos(offset).line);
  const [mistake] = document.errors;
  if (mistake) {
    const reason = mistake.code === 'MULTIPLE_DOCS' ? 'it holds more than one document' : mistake.message;
    return { kind: 'invalid', line: lineAt(mistake.pos[0]), problem: `is not YAML: ${reason}` };
  }
  const value = toValue(document);
  if (!isBoundedJson(value)) {
    return { kind: 'invalid', line: undefined, problem: 'has values in its YAML that JSON cannot represent' };
  }
  return { kind: 'value', value, lineOf: (path) => lineAt(offsetOf(document, text, path)) };
}

/** Undefined if aliases expand to too much. */
function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch {
    return undefined;
  }
}

/** Finds where the value at the path begins; if it is missing, the innermost value that holds it. */
function offsetOf({ contents }: Document, text: string, path: string): number {
  let node: unknown = contents;
  let rest = path;
  while (rest !== '') {
    const member = findMember(node, rest);
    if (!member) break;
    ({ node, rest } = member);
  }
  return startOf(node, text);
}

function findMember(node: unknown, path: string): { readonly node: unknown; readonly rest: string } | undefined {
  if (isSeq(node)) {
    const [digits = ''] = /^\d+/.exec(path) ?? [];
    const item = digits === '' ? undefined : node.items[Number(digits)];
    return item === undefined ? undefined : { node: item, rest: path.slice(digits.length + 1) };
  }
  if (!isMap(node)) return undefined;
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (path === name || path.startsWith(`${name}.`)) return { node: value ?? key, rest: path.slice(name.length + 1) };
  }
  return undefined;
}

/** The text of a block (`|`, `>`) begins on the line after its sign. */
function startOf(node: unknown, text: string): number {
  const start = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  return isBlock ? text.indexOf('\n', start) + 1 : start;
}
