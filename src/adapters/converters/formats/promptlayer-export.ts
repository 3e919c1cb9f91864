import { invariant } from '../../../domain/invariant.ts';
import { isList, isObject, type JsonObject, type JsonValue } from '../../../domain/text/json.ts';
import type { SourcePrompt } from '../convert-prompt.ts';
import { convertVersion } from '../convert-version.ts';
import type { ForeignVersion } from '../foreign-prompt.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../source-format.ts';
import type { TemplateLanguage } from '../templates/convert-template.ts';
import {
  entriesOf,
  inside,
  numberOf,
  objectOf,
  readEntries,
  readMessages,
  textOf,
  textsOf,
  timeOf,
  without,
} from './read-fields.ts';
import { convertPrompts, type VersionEntry } from './version-entries.ts';

/** PromptLayer's API responses for a prompt template or a page of them: `{items: [{prompt_name, prompt_template}]}`. */
export const promptlayerExport: SourceFormat = {
  name: 'promptlayer',
  detects: ({ value }) => entriesOf(value, LISTS).some(({ entry }) => 'prompt_template' in entry),
  convert: (files, context) =>
    convertPrompts(
      files.flatMap((file) => readVersions(file, context)),
      (entry) => convertEntry(entry, context),
      describePrompt,
    ),
};

const LISTS = ['items', 'data', 'prompt_templates'];

function readVersions(file: OpenedFile, context: ConversionContext): readonly VersionEntry[] {
  const problem = 'holds no prompts of PromptLayer: it must have items';
  return readEntries(file, LISTS, problem, context).flatMap(({ entry, path }) => {
    const name = textOf(entry['prompt_name']) ?? textOf(entry['name']);
    const number = numberOf(entry['version'] ?? entry['version_number']) ?? 1;
    if (name !== undefined && isObject(entry['prompt_template'])) return [{ file, path, entry, name, number }];
    context.refuse(file, path, 'is no prompt of PromptLayer: it must have prompt_name and prompt_template');
    return [];
  });
}

function describePrompt(entries: readonly VersionEntry[]) {
  const [first] = entries;
  invariant(first !== undefined, 'a prompt has a version');
  const labels = entries.flatMap(({ entry, number }) =>
    textsOf(entry['release_labels']).map((label) => [label, number] as const),
  );
  return {
    file: first.file.path,
    path: first.path,
    tags: textsOf(first.entry['tags']),
    labels: entries.some(({ entry }) => isList(entry['release_labels'])) ? new Map(labels) : undefined,
  };
}

function convertEntry(
  { file, path, entry, number }: VersionEntry,
  context: ConversionContext,
): ForeignVersion | undefined {
  const template = objectOf(entry['prompt_template']);
  const metadata = objectOf(entry['metadata']);
  const { provider, name: model, parameters, ...aboutModel } = objectOf(metadata['model']);
  const unknown = {
    ...without(metadata, ['model']),
    ...(Object.keys(aboutModel).length > 0 ? { model: aboutModel } : {}),
  };
  const at = inside(path, 'prompt_template');
  const converted = convertVersion(
    file,
    {
      path,
      content: readContent(file, at, template, context),
      variables: textsOf(template['input_variables']).map((name) => ({ name, path: inside(at, 'input_variables') })),
      includeTags: 'promptlayer',
      config: {
        provider,
        model,
        parameters: {
          ...objectOf(parameters),
          ...pick(template, ['tools', 'tool_choice', 'functions', 'function_call']),
        },
        unknown: Object.keys(unknown).length > 0 ? unknown : undefined,
      },
    },
    context,
  );
  if (!converted) return undefined;
  const message = textOf(entry['commit_message']);
  return { ...converted, number, message, publishedAt: timeOf(entry['created_at']) };
}

const pick = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (isSet(object[name]) ? [[name, object[name]]] : [])));

const isSet = (value: JsonValue | undefined): value is JsonValue =>
  value !== undefined && value !== null && !(isList(value) && value.length === 0);

function readContent(
  file: OpenedFile,
  path: string,
  template: JsonObject,
  context: ConversionContext,
): SourcePrompt['content'] {
  const general = template['template_format'];
  const languageOf = (message: JsonObject): TemplateLanguage =>
    toLanguage(message['template_format'] ?? objectOf(message['prompt'])['template_format'] ?? general);
  if (template['type'] !== 'completion' && isList(template['messages'])) {
    const messages = template['messages'].map(fillContent);
    return {
      type: 'chat',
      messages: readMessages(file, messages, inside(path, 'messages'), { language: languageOf, known: KNOWN }, context),
    };
  }
  const text = readText(file, template['content'], inside(path, 'content'), context);
  return { type: 'text', text, language: languageOf(template), path: inside(path, 'content') };
}

/** The text of a completion, which can be a list of parts. */
function readText(file: OpenedFile, content: JsonValue | undefined, path: string, { lose }: ConversionContext): string {
  if (!isList(content)) return textOf(content) ?? '';
  return content
    .map((part, index) => {
      const { type, text } = objectOf(part);
      if (typeof text !== 'string') lose(file, inside(path, index), `${textOf(type) ?? 'a part'} is not text: dropped`);
      return textOf(text) ?? '';
    })
    .join('');
}

const KNOWN = ['template_format', 'input_variables', 'prompt', 'raw_request_display_role', 'dataset_examples'];

/** Older templates hold the text of a message in `prompt.template`. */
function fillContent(message: JsonValue): JsonValue {
  if (!isObject(message) || 'content' in message) return message;
  const text = objectOf(message['prompt'])['template'];
  return text === undefined ? message : { ...message, content: text };
}

const toLanguage = (format: JsonValue | undefined): TemplateLanguage =>
  typeof format === 'string' && /jinja/i.test(format) ? 'jinja' : 'f-string';
