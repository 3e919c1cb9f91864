import type { JsonValue } from '../../domain/text/json.ts';
import { parseJson } from '../../domain/text/parse-json.ts';
import type { SourceFile } from './conversion.ts';
import { JsonLines } from './json-lines.ts';

export type ParsedText =
  | {
      readonly kind: 'value';
      readonly value: JsonValue;
      /** The line that a value begins at, counted from 1, by its path of keys and indexes joined by dots. */
      readonly lineOf: (path: string) => number;
    }
  | { readonly kind: 'invalid'; readonly line: number | undefined; readonly problem: string };

/** Parses YAML that stands for JSON. Passed in, because the domain has no YAML parser. */
export type ParseYaml = (text: string) => ParsedText;

/** A source file whose JSON or YAML is parsed when a format first asks for it. */
export class OpenedFile implements SourceFile {
  readonly path: string;
  readonly text: string;
  readonly isChosen: boolean;
  #parsed: ParsedText | undefined;

  constructor(
    file: SourceFile,
    private readonly parseYaml: ParseYaml,
  ) {
    this.path = file.path;
    this.isChosen = file.isChosen ?? false;
    // Only editors put a byte order mark here.
    this.text = file.text.replace(/^\uFEFF/, '');
  }

  /** The last part of the path, in lower case. */
  get fileName(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1).toLowerCase();
  }

  /** Whether the name says that the whole file is JSON or YAML. */
  get isData(): boolean {
    return this.isJson || /\.ya?ml$/.test(this.fileName);
  }

  /** The whole file as JSON, as a list of lines of JSON, or else as YAML. */
  get parsed(): ParsedText {
    this.#parsed ??= this.#parse();
    return this.#parsed;
  }

  /** The value of a JSON or YAML file; undefined for a file of another kind, or a damaged one. */
  get value(): JsonValue | undefined {
    return this.isData && this.parsed.kind === 'value' ? this.parsed.value : undefined;
  }

  /** JSON or lines of JSON, where a text with line breaks is still on one line. */
  get isJson(): boolean {
    return /\.(json|jsonl|ndjson)$/.test(this.fileName);
  }

  /** The line that the text at this path begins at; undefined if only its line as a whole is known. */
  textLine(path: string): number | undefined {
    return this.isJson || this.parsed.kind === 'invalid' ? undefined : this.parsed.lineOf(path);
  }

  #parse(): ParsedText {
    if (!this.isJson) return this.parseYaml(this.text);
    return this.fileName.endsWith('.json') ? parseWhole(this.text) : parseLines(this.text);
  }
}

function parseWhole(text: string): ParsedText {
  try {
    const value = parseJson(text) as JsonValue;
    let lines: JsonLines | undefined;
    return {
      kind: 'value',
      value,
      lineOf: (path) => {
        lines ??= new JsonLines(text);
        return lines.find(path);
      },
    };
  } catch (error) {
    const { message } = error as Error;
    const [, line] = /line (\d+) column \d+/.exec(message) ?? [];
    return { kind: 'invalid', line: line === undefined ? undefined : Number(line), problem: `is not JSON: ${message}` };
  }
}

function parseLines(text: string): ParsedText {
  const values: JsonValue[] = [];
  const lines: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parseWhole(line);
    if (parsed.kind === 'invalid') return { ...parsed, line: index + 1 };
    values.push(parsed.value);
    lines.push(index + 1);
  }
  return { kind: 'value', value: values, lineOf: (path) => lines[Number.parseInt(path, 10)] ?? 1 };
}
