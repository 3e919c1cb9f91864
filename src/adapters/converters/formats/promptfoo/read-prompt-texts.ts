import type { JsonValue } from '../../../../domain/text/json.ts';
import { parseJson } from '../../../../domain/text/parse-json.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext } from '../../source-format.ts';
import { stripLineBreaks } from '../file-body.ts';
import { inside, objectOf, readParsed } from '../read-fields.ts';
import { findFiles, pathOfReference } from './find-files.ts';
import { listPrompts, type PromptEntry } from './list-prompts.ts';
import { readCsvPrompts } from './read-csv.ts';

/** One prompt of a configuration, wherever it is written. */
export interface PromptText {
  readonly file: OpenedFile;
  /** Path in the file; empty for all of it. */
  readonly path: string;
  /** A name derived from the file; undefined if the configuration itself holds the prompt. */
  readonly name: string | undefined;
  readonly text: string;
  readonly line: number;
  /** The text as JSON or YAML; undefined if it is neither. */
  readonly value: JsonValue | undefined;
}

const PROGRAM = /\.(?:[cm]?[jt]s|py|rb|sh|bash|exe|bat|cmd|ps1|pl|go)(?::[^/\\]*)?$/i;
const TEXT_FILE = /\.(?:txt|md|j2|json|jsonl|ya?ml|csv)$/i;
const SEPARATOR = '---';

/** Whether the text is the path of a file, as far as it alone shows. */
const isReference = (raw: string): boolean =>
  (raw.startsWith('file://') && !raw.includes('\n')) ||
  (!/\s|\{\{/.test(raw) && (TEXT_FILE.test(raw) || PROGRAM.test(raw) || raw.includes('*')));

/** The paths, relative to the configuration, of files and folders that hold its prompts. */
export const listPromptPaths = (config: OpenedFile): readonly string[] =>
  listPrompts(objectOf(config.value)['prompts']).flatMap(({ raw }) =>
    isReference(raw) && !PROGRAM.test(raw) ? [pathOfReference(raw)] : [],
  );

/** Reports what cannot be imported: programs that compute prompts, prompts in other services, missing files. */
export function readPromptTexts(
  config: OpenedFile,
  entry: PromptEntry,
  context: ConversionContext,
): readonly PromptText[] {
  const { raw, path, rawPath } = entry;
  const service = /^(?!file:)([a-z]+):\/\/\S+$/.exec(raw)?.[1];
  const isPath = isReference(raw);
  if (raw.startsWith('exec:') || (isPath && PROGRAM.test(raw))) {
    context.lose(config, path, `${raw} is a program: the prompt that it computes is lost`);
    return [];
  }
  if (service !== undefined) {
    context.lose(config, path, `${raw} is lost: import it from ${service}`);
    return [];
  }
  if (isPath) {
    const files = findFiles(config, raw, context);
    if (files.length === 0) context.refuse(config, path, `${raw} is not among the files of this import`);
    return files.flatMap((file) => readFile(file, context));
  }
  const line = config.parsed.kind === 'value' ? config.parsed.lineOf(rawPath) : 1;
  return [{ file: config, path: rawPath, name: undefined, text: raw, line, value: parseChat(raw) }];
}

function readFile(file: OpenedFile, context: ConversionContext): readonly PromptText[] {
  const extension = /\.[a-z0-9]+$/.exec(file.fileName)?.[0] ?? '';
  const name = file.path.replace(/\.[^./]+$/, '');
  if (extension === '.csv') return readTable(file, name, context);
  if (extension === '.txt') return splitText(file, name);
  if (file.isData) return readData(file, name, context);
  const { text, line } = stripLineBreaks(file.text, 1);
  return [{ file, path: '', name, text, line, value: undefined }];
}

/** Lines `---` separate the prompts of a text file. */
function splitText(file: OpenedFile, name: string): readonly PromptText[] {
  const parts: { readonly lines: string[]; readonly start: number }[] = [{ lines: [], start: 1 }];
  file.text.split('\n').forEach((line, index) => {
    if (line.trim() === SEPARATOR) parts.push({ lines: [], start: index + 2 });
    else parts.at(-1)?.lines.push(line.replace(/\r$/, ''));
  });
  return parts.flatMap(({ lines, start }) => {
    const first = lines.findIndex((line) => line.trim() !== '');
    if (first === -1) return [];
    const text = lines.join('\n').trim();
    const line = start + first;
    return [{ file, path: parts.length === 1 ? '' : `line ${line}`, name, text, line, value: parseChat(text) }];
  });
}

function readTable(file: OpenedFile, name: string, context: ConversionContext): readonly PromptText[] {
  const prompts = readCsvPrompts(file.text);
  if (prompts.length === 0) context.refuse(file, '', 'has no column `prompt`');
  return prompts.map(({ prompt: text, label, line }) => ({
    file,
    path: `line ${line}`,
    name: label ?? name,
    text,
    line,
    value: parseChat(text),
  }));
}

/** Each line of a `.jsonl` file is a prompt. */
function readData(file: OpenedFile, name: string, context: ConversionContext): readonly PromptText[] {
  const parsed = readParsed(file, context);
  if (!parsed) return [];
  const { value, lineOf } = parsed;
  if (!file.fileName.endsWith('.jsonl') || !Array.isArray(value)) {
    return [{ file, path: '', name, text: file.text.trim(), line: 1, value }];
  }
  return value.map((prompt: JsonValue, index) => {
    const path = inside('', index);
    return { file, path, name, text: JSON.stringify(prompt), line: lineOf(path), value: prompt };
  });
}

/** A text in the configuration that is a list of messages in JSON. */
function parseChat(text: string): JsonValue | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}
