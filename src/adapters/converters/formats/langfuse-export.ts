import { LATEST } from '../../../domain/naming/label.ts';
import { PROMPT_ID_PATTERN } from '../../../domain/naming/prompt-name.ts';
import { isList, isObject, type JsonObject } from '../../../domain/text/json.ts';
import type { SourcePrompt } from '../convert-prompt.ts';
import { convertVersion } from '../convert-version.ts';
import type { ForeignVersion } from '../foreign-prompt.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../source-format.ts';
import { entriesOf, inside, numberOf, readEntries, readMessages, textOf, textsOf, timeOf } from './read-fields.ts';
import { convertPrompts, type VersionEntry } from './version-entries.ts';

/** Exports of Langfuse, and responses of its API: `[{name, version, type, prompt, config, labels, tags}]`. */
export const langfuseExport: SourceFormat = {
  name: 'langfuse',
  detects: ({ value }) => {
    const [first] = entriesOf(value, LISTS);
    return first !== undefined && ['name', 'prompt', 'version', 'type'].every((key) => key in first.entry);
  },
  convert: (files, context) => {
    const entries = files.flatMap((file) => readVersions(file, context));
    reportAuthors(files, context);
    return convertPrompts(
      entries,
      (entry) => convertEntry(entry, context),
      (versions) => describePrompt(versions, context),
    );
  },
};

const LISTS = ['data', 'prompts'];

function readVersions(file: OpenedFile, context: ConversionContext): readonly VersionEntry[] {
  const problem = 'holds no prompts of Langfuse: it must be a list of objects';
  return readEntries(file, LISTS, problem, context).flatMap(({ entry, path }) => {
    const name = textOf(entry['name']);
    const number = numberOf(entry['version'] ?? 1);
    if (name !== undefined && number !== undefined && 'prompt' in entry) return [{ file, path, entry, name, number }];
    context.refuse(file, path, 'is no prompt of Langfuse: it must have name, version and prompt');
    return [];
  });
}

/** Reports one loss per file, because an author is lost with every version. */
function reportAuthors(files: readonly OpenedFile[], { lose }: ConversionContext): void {
  for (const file of files) {
    const signed = entriesOf(file.value, LISTS).find(
      ({ entry }) => ![undefined, 'API'].includes(textOf(entry['createdBy'])),
    );
    if (signed) lose(file, inside(signed.path, 'createdBy'), 'authors of versions are not imported');
  }
}

function describePrompt(entries: readonly VersionEntry[], context: ConversionContext) {
  const { file, path, entry } = entries.reduce((one, other) => (other.number > one.number ? other : one));
  return { file: file.path, path, tags: textsOf(entry['tags']), labels: readLabels(entries, context) };
}

function convertEntry(
  { file, path, entry, number }: VersionEntry,
  context: ConversionContext,
): ForeignVersion | undefined {
  const config = entry['config'] ?? {};
  const converted = convertVersion(
    file,
    {
      path,
      content: readContent(file, path, entry, context),
      includeTags: 'langfuse',
      config: isObject(config) ? { parameters: config } : { unknown: { config } },
      configPath: inside(path, 'config'),
    },
    context,
  );
  if (!converted) return undefined;
  const publishedAt = timeOf(entry['createdAt']);
  // A version with its own time has a history, in which there was no message.
  const message = textOf(entry['commitMessage']) ?? (publishedAt ? '' : undefined);
  // Langfuse declares none: they are inferred later, in the order in which they appear, together with those of includes.
  return { ...converted, variables: undefined, number, message, publishedAt };
}

function readContent(
  file: OpenedFile,
  path: string,
  entry: JsonObject,
  context: ConversionContext,
): SourcePrompt['content'] {
  const { prompt } = entry;
  const at = inside(path, 'prompt');
  // Mustache drops some lines and comments; a template of Prompthold means them.
  const language = isOurs(entry) ? 'prompthold' : 'mustache';
  if (isList(prompt)) return { type: 'chat', messages: readMessages(file, prompt, at, { language }, context) };
  const text = typeof prompt === 'string' ? prompt : JSON.stringify(prompt);
  return { type: 'text', path: at, text, language, line: file.textLine(at) };
}

/** Written by the Langfuse API of a Prompthold: ids there are `p_….3`. */
function isOurs(entry: JsonObject): boolean {
  const [id = '', number] = textOf(entry['id'])?.split('.') ?? [];
  return number !== undefined && PROMPT_ID_PATTERN.test(id);
}

function readLabels(entries: readonly VersionEntry[], { lose }: ConversionContext): ReadonlyMap<string, number> {
  const labels = new Map<string, number>();
  const move = (label: string, { file, path, number }: VersionEntry): void => {
    const other = labels.get(label);
    if (other !== undefined) lose(file, inside(path, 'labels'), `label ${label} is on versions ${other} and ${number}`);
    labels.set(label, Math.max(other ?? 0, number));
  };
  for (const entry of entries) {
    for (const label of textsOf(entry.entry['labels'])) if (label !== LATEST) move(label, entry);
  }
  // Langfuse had this field before it had labels.
  const active = entries.find(({ entry }) => entry['isActive'] === true && !isList(entry['labels']));
  if (active && !labels.has('production')) move('production', active);
  return labels;
}
