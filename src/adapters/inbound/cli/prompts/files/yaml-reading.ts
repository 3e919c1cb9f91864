import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { FileProblem } from '../../../../../domain/prompts/file-problem.ts';
import type { JsonValue } from '../../../../../domain/text/json.ts';

/** Finds the line of a value by its path of keys and indexes; for a missing value, the line where it should be. */
export type LineOf = (path: string) => number;

export type YamlOutcome =
  | { readonly kind: 'value'; readonly value: JsonValue; readonly lineOf: LineOf }
  | { readonly kind: 'invalid'; readonly problems: readonly FileProblem[] };

/** Reads YAML 1.2 that stands for JSON and nothing else: no references, no tags of its own, no infinite numbers. */
export function readYaml(text: string, firstLine: number): YamlOutcome {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    lineCounter: counter,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const lineAt = (offset: number): number => firstLine - 1 + Math.max(1, counter.linePos(offset).line);
  const [mistake] = [...document.errors, ...document.warnings];
  // One error causes others after it, so only the first is reported.
  if (mistake) return invalid({ line: lineAt(mistake.pos[0]), problem: `is not YAML: ${mistake.message}` });
  const end = endOf(document);
  if (text.slice(end).trim() !== '') {
    return invalid({ line: lineAt(end), problem: 'is not YAML: there is text after the end of the document' });
  }

  const reading = new Reading(lineAt);
  const value = reading.toJson(document.contents, '');
  if (reading.problems.length > 0) return invalid(...reading.problems);
  return { kind: 'value', value, lineOf: (path) => reading.lineOf(path) ?? firstLine };
}

const invalid = (...problems: readonly FileProblem[]): YamlOutcome => ({ kind: 'invalid', problems });

const endOf = (document: Document): number => document.range?.[2] ?? 0;

class Reading {
  readonly problems: FileProblem[] = [];
  readonly #lines = new Map<string, number>();

  constructor(private readonly lineAt: (offset: number) => number) {}

  /** Line of the value, else of the nearest value that holds it. */
  lineOf(path: string): number | undefined {
    for (let known = path; known !== ''; known = known.slice(0, Math.max(0, known.lastIndexOf('.')))) {
      const line = this.#lines.get(known);
      if (line !== undefined) return line;
    }
    return undefined;
  }

  toJson(node: unknown, path: string): JsonValue {
    if (isMap(node)) return Object.fromEntries(node.items.map(({ key, value }) => this.#member(key, value, path)));
    if (isSeq(node)) return node.items.map((item, index) => this.#item(item, inside(path, String(index))));
    if (node === null) return null;
    const value = isScalar(node) ? node.value : undefined;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return this.#refuse(node, 'is nothing that JSON knows: write texts, numbers, true, false, null, lists or objects');
  }

  #member(key: unknown, value: unknown, path: string): [string, JsonValue] {
    if (!isScalar(key) || typeof key.value !== 'string') {
      return ['', this.#refuse(key, 'has a key that is not a text: put it in quotes')];
    }
    const memberPath = inside(path, key.value);
    this.#note(memberPath, key);
    return [key.value, this.toJson(value, memberPath)];
  }

  #item(item: unknown, path: string): JsonValue {
    this.#note(path, item);
    return this.toJson(item, path);
  }

  #note(path: string, node: unknown): void {
    this.#lines.set(path, this.#line(node));
  }

  #line(node: unknown): number {
    return this.lineAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  }

  #refuse(node: unknown, problem: string): null {
    this.problems.push({ line: this.#line(node), problem });
    return null;
  }
}

const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
