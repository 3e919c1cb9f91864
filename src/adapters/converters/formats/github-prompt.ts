import { isObject, type JsonObject } from '../../../domain/text/json.ts';
import type { SourceMessage } from '../convert-messages.ts';
import type { SourceVariable } from '../convert-variables.ts';
import { convertVersion } from '../convert-version.ts';
import type { ForeignPrompt } from '../foreign-prompt.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../source-format.ts';
import {
  entriesOf,
  inside,
  listOf,
  nameOfFile,
  objectOf,
  readMessages,
  readParsed,
  textOf,
  textsOf,
  without,
} from './read-fields.ts';

const EXTENSION = /(\.prompt)?\.(ya?ml|json)$/i;

/** `*.prompt.yml` and `*.prompt.yaml` files of GitHub Models and of LangWatch. */
export const githubPrompt: SourceFormat = {
  name: 'github',
  detects: ({ fileName }) => /\.prompt\.ya?ml$/.test(fileName),
  convert: (files, context) => files.flatMap((file) => convertFile(file, context) ?? []),
};

function convertFile(file: OpenedFile, context: ConversionContext): ForeignPrompt | undefined {
  const parsed = readParsed(file, context);
  if (!parsed) return undefined;
  const entry = parsed.value;
  if (!isObject(entry) || !('messages' in entry || 'prompt' in entry)) {
    return context.refuse(file, '', 'is no prompt of GitHub or LangWatch: it must have messages');
  }
  const isLangWatch = context.source === 'langwatch' || LANGWATCH_FIELDS.some((field) => field in entry);
  const language = isLangWatch ? 'jinja' : 'mustache';
  const { model, provider, modelParameters, ...rest } = without(entry, CONTENT_FIELDS);
  const [parameters, unknown] = splitParameters(rest);
  const converted = convertVersion(
    file,
    {
      path: '',
      content: { type: 'chat', messages: readAllMessages(file, entry, language, context) },
      variables: readInputs(entry),
      config: { model, provider, parameters: { ...parameters, ...objectOf(modelParameters) }, unknown },
    },
    isLangWatch ? { ...context, source: 'langwatch' } : context,
  );
  return (
    converted && {
      file: file.path,
      path: '',
      name: textOf(entry['name']) ?? textOf(entry['handle']) ?? nameOfFile(file, EXTENSION),
      description: textOf(entry['description']),
      tags: textsOf(entry['tags']),
      versions: [{ ...converted, number: 1 }],
    }
  );
}

/** LangWatch has these, GitHub does not. */
const LANGWATCH_FIELDS = ['handle', 'inputs', 'outputs', 'prompt', 'demonstrations', 'prompting_technique'];
const CONTENT_FIELDS = ['name', 'handle', 'description', 'tags', 'messages', 'prompt', 'inputs'];

/** LangWatch writes parameters beside the model, GitHub below `modelParameters`, both in either spelling. */
const PARAMETERS =
  /^(temperature|top_?[pk]|max_?(completion_?)?tokens|stop(_?sequences)?|seed|n|logprobs|tools|tool_?choice|response_?format|json_?schema|(frequency|presence)_?penalty|reasoning(_?effort)?|verbosity|min_?p|repetition_?penalty)$/i;

function splitParameters(fields: JsonObject): readonly [JsonObject, JsonObject | undefined] {
  const entries = Object.entries(fields);
  const unknown = entries.filter(([name]) => !PARAMETERS.test(name));
  return [
    Object.fromEntries(entries.filter(([name]) => PARAMETERS.test(name))),
    unknown.length > 0 ? Object.fromEntries(unknown) : undefined,
  ];
}

function readAllMessages(
  file: OpenedFile,
  entry: JsonObject,
  language: 'jinja' | 'mustache',
  context: ConversionContext,
): readonly SourceMessage[] {
  const messages = readMessages(file, entry['messages'], 'messages', { language }, context);
  const { prompt } = entry;
  if (typeof prompt !== 'string' || prompt === '') return messages;
  return [{ role: 'system', content: prompt, language, path: 'prompt', line: file.textLine('prompt') }, ...messages];
}

/** LangWatch declares `inputs: [{identifier: question, type: str}]`. */
function readInputs(entry: JsonObject): readonly SourceVariable[] {
  return entriesOf(listOf(entry['inputs'])).flatMap(({ entry: input, path }) => {
    const name = textOf(input['identifier']) ?? textOf(input['name']);
    const { type, description, default: fallback } = input;
    return name === undefined ? [] : [{ name, type, description, default: fallback, path: inside('inputs', path) }];
  });
}
