import type { Label } from '../../../domain/naming/label.ts';
import { utf8Bytes } from '../../../domain/text/utf8.ts';
import type { Conversion, Loss, Refusal, SourceChoice, SourceFile } from '../conversion.ts';
import type { ForeignPrompt } from '../foreign-prompt.ts';
import { OpenedFile, type ParseYaml } from '../opened-file.ts';
import type { Reports, SourceFormat } from '../source-format.ts';
import { buildDocuments } from './build-documents.ts';
import { SOURCE_FORMATS } from './source-formats.ts';

export interface ImportFilesOptions {
  readonly from: SourceChoice;
  /** Every prompt goes below this folder; empty for none. */
  readonly folder: string;
  /** Set on the newest version of prompts whose source has no labels. */
  readonly label: Label | undefined;
  /** Import what cannot be converted with every tag escaped. */
  readonly raw: boolean;
  readonly now: Date;
  readonly parseYaml: ParseYaml;
}

export const SOURCE_FILE_BYTES_MAX = 8 * 1024 * 1024;
export const IMPORTED_PROMPTS_MAX = 10_000;

/** Converts the prompts of other tools. What cannot be read or converted is refused; the rest is converted all the same. */
export function convertFiles(files: readonly SourceFile[], options: ImportFilesOptions): Conversion {
  const opened = new Map(files.map((file) => [file.path, new OpenedFile(file, options.parseYaml)]));
  const { losses, refusals, reports } = collectReports(opened);
  const prompted = files.filter(({ isReference }) => !isReference).flatMap(({ path }) => opened.get(path) ?? []);
  const { groups, ignored } = groupByFormat(prompted, options.from, reports);
  const prompts: ForeignPrompt[] = [];
  const found = new Set<string>();
  for (const [format, group] of groups) {
    const source = options.from === 'auto' ? format.name : options.from;
    const { raw, parseYaml } = options;
    const find = (path: string): OpenedFile | undefined => {
      found.add(path);
      return opened.get(path);
    };
    const context = { ...reports, source, raw, parseYaml, find, paths: [...opened.keys()] };
    for (const prompt of format.convert(group, context)) prompts.push(prompt);
  }
  const [surplus] = prompts.slice(IMPORTED_PROMPTS_MAX);
  if (surplus) {
    reports.refuse({ path: surplus.file }, surplus.path, `there are more than ${IMPORTED_PROMPTS_MAX} prompts`);
  }
  // The first of too many would be an arbitrary part.
  const documents = surplus ? [] : buildDocuments(prompts, options, options.now, reports);
  return { documents, losses, refusals, ignored: ignored.filter((path) => !found.has(path)) };
}

function collectReports(files: ReadonlyMap<string, OpenedFile>) {
  const losses: Loss[] = [];
  const refusals: Refusal[] = [];
  const lineOf = (path: string, place: string): number | undefined => {
    const file = files.get(path);
    if (place === '' || !file?.isData || file.parsed.kind === 'invalid') return undefined;
    return file.parsed.lineOf(place);
  };
  const reportTo =
    (problems: Loss[]): Reports['lose'] =>
    ({ path: file }, path, problem, line) => {
      problems.push({ file, path, problem, line: line ?? lineOf(file, path) });
      return undefined;
    };
  return { losses, refusals, reports: { lose: reportTo(losses), refuse: reportTo(refusals) } };
}

function groupByFormat(files: readonly OpenedFile[], from: SourceChoice, { refuse }: Reports) {
  const groups = new Map<SourceFormat, OpenedFile[]>();
  const ignored: string[] = [];
  for (const file of files) {
    if (utf8Bytes(file.text) > SOURCE_FILE_BYTES_MAX) {
      refuse(file, '', `is larger than ${SOURCE_FILE_BYTES_MAX / 1024 / 1024} MiB`);
      continue;
    }
    const format = findFormat(file, from);
    const group = format && groups.get(format);
    if (group) group.push(file);
    else if (format) groups.set(format, [file]);
    // Formats in YAML are detected by the name of the file. Other YAML belongs to something else, damaged or not.
    else if (file.isJson && file.parsed.kind === 'invalid') {
      refuse(file, '', file.parsed.problem, file.parsed.line);
    } else ignored.push(file.path);
  }
  return { groups, ignored };
}

function findFormat(file: OpenedFile, from: SourceChoice): SourceFormat | undefined {
  const detected = SOURCE_FORMATS.find(({ detects }) => detects(file));
  if (from === 'auto') return detected;
  // A folder can also hold other files than prompts, which no format detects.
  if (!detected && !file.isChosen) return undefined;
  return SOURCE_FORMATS.find(({ name }) => name === (from === 'langwatch' ? 'github' : from));
}
