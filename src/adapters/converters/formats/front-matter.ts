import { isObject, type JsonObject } from '../../../domain/text/json.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { ConversionContext } from '../source-format.ts';
import { countLineBreaks } from './file-body.ts';

/** A file with fields in YAML between two lines `---`, and a body. */
export interface FrontMatterFile {
  /** Empty for a file without front matter. */
  readonly fields: JsonObject;
  readonly body: string;
  /** The line of the file on which the body begins, counted from 1. */
  readonly bodyLine: number;
  /** The line of a field, by its path of keys and indexes. */
  readonly lineOf: (path: string) => number;
}

const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /(?:^|\n)---[ \t]*(?:\r?\n|\r?$)/;

/** The files with an extension of the format, and those that the user chose. */
export const chooseFiles = (files: readonly OpenedFile[], extensions: readonly string[]): readonly OpenedFile[] =>
  files.filter(({ fileName, isChosen }) => isChosen || extensions.some((extension) => fileName.endsWith(extension)));

/** Splits and parses a file. Undefined for a damaged one, which is then refused. */
export function readFrontMatter(file: OpenedFile, context: ConversionContext): FrontMatterFile | undefined {
  const opening = OPENING.exec(file.text)?.[0];
  if (opening === undefined) return { fields: {}, body: file.text, bodyLine: 1, lineOf: () => 1 };
  const rest = file.text.slice(opening.length);
  const closing = CLOSING.exec(rest);
  if (!closing) return context.refuse(file, '', 'has front matter without an end: a line `---` is missing', 1);

  const yaml = rest.slice(0, closing.index).replace(/\r$/, '');
  const parsed = context.parseYaml(yaml);
  if (parsed.kind === 'invalid') {
    return context.refuse(file, '', parsed.problem, parsed.line === undefined ? undefined : parsed.line + 1);
  }
  const fields = parsed.value ?? {};
  if (!isObject(fields)) return context.refuse(file, '', 'has front matter that is not a list of fields', 2);
  const end = closing.index + closing[0].length;
  return {
    fields,
    body: rest.slice(end),
    bodyLine: countLineBreaks(rest.slice(0, end)) + 2,
    lineOf: (path) => parsed.lineOf(path) + 1,
  };
}
