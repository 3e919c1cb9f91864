import type { JsonObject } from '../../../../domain/text/json.ts';
import type { SourceConfig } from '../../convert-config.ts';
import type { ForeignPrompt } from '../../foreign-prompt.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../../source-format.ts';
import { convertFile } from '../convert-file.ts';
import { chooseFiles, readFrontMatter } from '../front-matter.ts';
import { nameOfFile, textOf, textsOf, without } from '../read-fields.ts';
import { OPENS_MESSAGE, readHumanloopBody } from './humanloop-body.ts';

/** Files that Humanloop's command line wrote; the service itself ended in 2025. */
export const humanloop: SourceFormat = {
  name: 'humanloop',
  detects: ({ fileName, text }) =>
    fileName.endsWith('.agent') || (fileName.endsWith('.prompt') && OPENS_MESSAGE.test(text)),
  convert: (files, context) =>
    chooseFiles(files, ['.prompt', '.agent']).flatMap((file) => convertHumanloop(file, context) ?? []),
};

/** Fields that are neither the model nor one of its parameters. */
const OTHER_FIELDS = ['endpoint', 'max_iterations', 'attributes', 'other', 'linked_tools', 'template_language', 'path'];

function convertHumanloop(file: OpenedFile, context: ConversionContext): ForeignPrompt | undefined {
  const source = readFrontMatter(file, context);
  if (!source) return undefined;
  const { fields, body, bodyLine, lineOf } = source;
  const version = convertFile(
    file,
    {
      body: readHumanloopBody(body, bodyLine),
      language: fields['template_language'] === 'jinja' ? 'jinja' : 'mustache',
      config: readConfig(fields),
      lineOf,
    },
    context,
  );
  if (!version) return undefined;
  return {
    file: file.path,
    path: '',
    name: textOf(fields['name']) ?? nameOfFile(file, /\.(?:prompt|agent)$/i),
    description: textOf(fields['description']),
    tags: textsOf(fields['tags']),
    versions: [{ ...version, number: 1, message: textOf(fields['commit_message']) }],
  };
}

function readConfig(fields: JsonObject): Omit<SourceConfig, 'source'> {
  const { model, provider, max_tokens: tokensMax } = fields;
  const consumed = [
    'name',
    'description',
    'tags',
    'commit_message',
    'model',
    'provider',
    'max_tokens',
    ...OTHER_FIELDS,
  ];
  const unknown = Object.fromEntries(Object.entries(fields).filter(([name]) => OTHER_FIELDS.includes(name)));
  return {
    model,
    provider,
    // -1 stands for no limit.
    parameters: {
      ...without(fields, consumed),
      ...(tokensMax !== -1 && tokensMax !== undefined && { max_tokens: tokensMax }),
    },
    unknown,
  };
}
