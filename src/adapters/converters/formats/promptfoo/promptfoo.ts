import { isList, isObject, type JsonObject, type JsonValue } from '../../../../domain/text/json.ts';
import type { SourceConfig } from '../../convert-config.ts';
import { convertVersion, type SourceVersion } from '../../convert-version.ts';
import { dropSecrets } from '../../drop-secrets.ts';
import type { ForeignPrompt } from '../../foreign-prompt.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../../source-format.ts';
import { nameOfFile, objectOf, readMessages, readParsed, textOf, without } from '../read-fields.ts';
import { listPrompts, type PromptEntry } from './list-prompts.ts';
import { type PromptText, readPromptTexts } from './read-prompt-texts.ts';

const CONFIG_FILE = /^promptfooconfig.*\.(?:ya?ml|json)$/i;

/** Whether a file of this name is a configuration, which may name other files. */
export const isPromptfooConfig = (fileName: string): boolean => CONFIG_FILE.test(fileName);

/** Configurations of evaluations: the prompts in them, and in the files that they name. */
export const promptfoo: SourceFormat = {
  name: 'promptfoo',
  detects: ({ fileName }) => isPromptfooConfig(fileName),
  convert: convertConfigs,
};

/** Other files are read if a configuration names them, so a folder with all kinds of files can be imported. */
function convertConfigs(files: readonly OpenedFile[], context: ConversionContext): readonly ForeignPrompt[] {
  const configs = files.filter((file) => isPromptfooConfig(file.fileName) || 'prompts' in objectOf(file.value));
  if (configs.length > 0) return configs.flatMap((file) => convertConfigFile(file, context));
  for (const file of files) context.refuse(file, '', 'is not a configuration of promptfoo: it has no `prompts`');
  return [];
}

function convertConfigFile(file: OpenedFile, context: ConversionContext): readonly ForeignPrompt[] {
  const parsed = readParsed(file, context);
  if (!parsed) return [];
  const fields = objectOf(parsed.value);
  const entries = listPrompts(fields['prompts']);
  if (entries.length === 0) context.refuse(file, 'prompts', 'has no prompts');
  // Settings are reported once, and not with every prompt.
  const settings = dropSecrets(without(fields, ['prompts', 'description', 'env']), '');
  for (const { path, problem } of settings.losses) context.lose(file, path, problem);
  if ('env' in fields) context.lose(file, 'env', 'variables of the environment are not imported');
  return entries.flatMap((entry, index) => {
    const fallback = nameOfFile(file, /\.(?:ya?ml|json)$/i);
    const name = entries.length === 1 ? fallback : `${fallback}-${index + 1}`;
    const defaults = {
      name,
      settings: readSettings(objectOf(settings.value)),
      description: textOf(fields['description']),
    };
    return convertEntry(file, entry, defaults, context);
  });
}

interface EntryDefaults {
  /** The name of a prompt that is written into the configuration without a label. */
  readonly name: string;
  readonly description: string | undefined;
  readonly settings: Omit<SourceConfig, 'source'>;
}

function convertEntry(
  config: OpenedFile,
  entry: PromptEntry,
  { name, description, settings }: EntryDefaults,
  context: ConversionContext,
): readonly ForeignPrompt[] {
  const texts = readPromptTexts(config, entry, context);
  const names = texts.map((text) => entry.label ?? text.name ?? name);
  return texts.flatMap((text, index) => {
    const base = names[index] ?? name;
    const sameName = names.slice(0, index + 1).filter((one) => one === base).length;
    const converted = convertVersion(
      text.file,
      {
        content: toContent(text, context),
        config: { ...settings, parameters: { ...objectOf(settings.parameters as JsonValue), ...entry.config } },
        path: text.path,
      },
      context,
    );
    if (!converted) return [];
    return [
      {
        file: text.file.path,
        path: text.path,
        name: names.indexOf(base) === names.lastIndexOf(base) ? base : `${base}-${sameName}`,
        description,
        versions: [{ ...converted, number: 1 }],
      },
    ];
  });
}

/** A list of messages, as JSON or YAML, is a chat; anything else is a text in Nunjucks. */
function toContent(
  { file, path, text, line, value }: PromptText,
  context: ConversionContext,
): SourceVersion['content'] {
  const language = 'jinja';
  if (!isChat(value)) return { type: 'text', path, text, line, language };
  const messages = readMessages(file, value, path, { language }, context);
  return { type: 'chat', messages };
}

const isChat = (value: JsonValue | undefined): boolean =>
  isList(value) && value.length > 0 && value.every((message) => isObject(message) && 'role' in message);

/** A model is known only if all prompts are tried with the same one. */
function readSettings(fields: JsonObject): Omit<SourceConfig, 'source'> {
  const providers = isList(fields['providers']) ? fields['providers'] : [fields['providers'] ?? null];
  const [provider] = providers;
  const id = textOf(provider) ?? textOf(objectOf(provider)['id']);
  const [, service, model] =
    /^([a-z0-9_-]+):(?:(?:chat|completion|messages|responses|text):)?([^/].*)$/.exec(id ?? '') ?? [];
  if (providers.length !== 1 || model === undefined || service === 'file' || service === 'exec')
    return { unknown: fields };
  return {
    provider: service,
    model,
    parameters: objectOf(objectOf(provider)['config']),
    unknown: without(fields, ['providers']),
  };
}
