import { DEFAULT_LABEL } from '../../../domain/prompts/prompt.ts';
import { isList, isObject, type JsonObject } from '../../../domain/text/json.ts';
import type { SourceMessage } from '../convert-messages.ts';
import type { SourceVariable } from '../convert-variables.ts';
import { type ConvertedVersion, convertVersion } from '../convert-version.ts';
import type { ForeignPrompt } from '../foreign-prompt.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../source-format.ts';
import {
  entriesOf,
  inside,
  nameOfFile,
  numberOf,
  objectOf,
  readEntries,
  readMessages,
  textOf,
  timeOf,
  without,
} from './read-fields.ts';

/**
 * Prompts of OpenAI, which has no export: either a prompt object with its versions, written down under
 * `openai_prompt_id`, or the body of a request to its Responses API.
 */
export const openaiPrompts: SourceFormat = {
  name: 'openai',
  detects: ({ value }) => {
    const [first] = entriesOf(value, LISTS);
    return first !== undefined && (isPromptObject(first.entry) || isRequest(first.entry));
  },
  convert: (files, context) => files.flatMap((file) => convertFile(file, context)),
};

const LISTS = ['prompts', 'data'];

const isPromptObject = (entry: JsonObject): boolean => 'openai_prompt_id' in entry;
const isRequest = (entry: JsonObject): boolean => 'model' in entry && ('input' in entry || 'instructions' in entry);

function convertFile(file: OpenedFile, context: ConversionContext): readonly ForeignPrompt[] {
  const entries = readEntries(file, LISTS, UNKNOWN, context);
  const isAlone = entries.length === 1;
  return entries
    .flatMap(({ entry, path }): readonly (ForeignPrompt | undefined)[] => {
      if (isPromptObject(entry)) return [convertPromptObject(file, path, entry, context)];
      if (isRequest(entry) || 'messages' in entry) return [convertRequest(file, path, entry, isAlone, context)];
      context.refuse(file, path, UNKNOWN);
      return [];
    })
    .filter((prompt) => prompt !== undefined);
}

const UNKNOWN =
  'holds no prompts of OpenAI: they have openai_prompt_id and versions, or model and input or instructions';

function convertPromptObject(
  file: OpenedFile,
  path: string,
  entry: JsonObject,
  context: ConversionContext,
): ForeignPrompt | undefined {
  const entries = isList(entry['versions'])
    ? entriesOf(entry['versions']).map((version) => ({
        ...version,
        path: inside(inside(path, 'versions'), version.path),
      }))
    : [{ entry, path }];
  if (entries.length === 0) {
    return context.refuse(file, inside(path, 'versions'), 'a prompt needs at least one version');
  }
  const versions = entries.flatMap(({ entry: version, path: at }, index) => {
    const converted = convertSettings(file, at, version, context);
    if (!converted) return [];
    const number = numberOf(version['version']) ?? index + 1;
    const publishedAt = timeOf(version['created_at'] ?? version['createdAt']);
    return [{ ...converted, number, message: textOf(version['message']), publishedAt }];
  });
  if (versions.length < entries.length) return undefined;
  const production = numberOf(entry['production_version']);
  return {
    file: file.path,
    path,
    name: textOf(entry['name']) ?? textOf(entry['openai_prompt_id']) ?? nameOfFile(file, EXTENSION),
    description: textOf(entry['description']),
    versions,
    labels: production === undefined ? undefined : new Map([[DEFAULT_LABEL, production]]),
  };
}

const EXTENSION = /\.(json|jsonl|ndjson)$/i;

function convertRequest(
  file: OpenedFile,
  path: string,
  entry: JsonObject,
  isAlone: boolean,
  context: ConversionContext,
): ForeignPrompt | undefined {
  const converted = convertSettings(file, path, without(entry, ['name', 'description']), context);
  if (!converted) return undefined;
  const fileName = nameOfFile(file, EXTENSION);
  return {
    file: file.path,
    path,
    name: textOf(entry['name']) ?? (isAlone ? fileName : `${fileName}-${path.replace(/^\D+/, '')}`),
    description: textOf(entry['description']),
    versions: [{ ...converted, number: 1 }],
  };
}

/** Converts what a version and a request have in common: instructions, input or messages, and settings beside them. */
function convertSettings(
  file: OpenedFile,
  path: string,
  entry: JsonObject,
  context: ConversionContext,
): ConvertedVersion | undefined {
  const { model, config, variables, ...rest } = without(entry, NOT_SETTINGS);
  return convertVersion(
    file,
    {
      path,
      content: { type: 'chat', messages: readAllMessages(file, path, entry, context) },
      variables: readVariables(variables, inside(path, 'variables')),
      config: {
        model,
        parameters: { ...rest, ...objectOf(config) },
        // In a request, these are the values of one call.
        unknown: isObject(variables) && !Object.values(variables).every(isObject) ? { variables } : undefined,
      },
    },
    context,
  );
}

const NOT_SETTINGS = [
  'openai_prompt_id',
  'name',
  'description',
  'production_version',
  'version',
  'versions',
  'message',
  'created_at',
  'createdAt',
  'instructions',
  'input',
  'messages',
];

function readAllMessages(
  file: OpenedFile,
  path: string,
  entry: JsonObject,
  context: ConversionContext,
): readonly SourceMessage[] {
  return ['instructions', 'input', 'messages'].flatMap((key): readonly SourceMessage[] => {
    const content = entry[key];
    const at = inside(path, key);
    if (typeof content !== 'string') return readMessages(file, content, at, MESSAGES, context);
    const role = key === 'instructions' ? 'system' : 'user';
    return [{ role, content, language: 'mustache', path: at, line: file.textLine(at) }];
  });
}

const MESSAGES = { language: 'mustache', known: ['status'] } as const;

/** A list of names, a list of objects with a name, or an object whose members describe or fill the variables. */
function readVariables(value: JsonObject[string] | undefined, path: string): readonly SourceVariable[] {
  const named: readonly (readonly [string, JsonObject])[] = isList(value)
    ? value.map((item) =>
        typeof item === 'string' ? [item, {}] : [textOf(objectOf(item)['name']) ?? '', objectOf(item)],
      )
    : Object.entries(objectOf(value)).map(([name, details]) => [name, objectOf(details)]);
  return named
    .filter(([name]) => name !== '')
    .map(([name, { type, default: fallback, enum: values, description, required }]) => ({
      name,
      type,
      default: fallback,
      enum: values,
      description,
      required: typeof required === 'boolean' ? required : undefined,
      path: inside(path, name),
    }));
}
