import type { JsonObject } from '../../../../domain/text/json.ts';
import type { SourceConfig } from '../../convert-config.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { SourceFormat } from '../../source-format.ts';
import { convertFile, type FilePrompt } from '../convert-file.ts';
import { chooseFiles, type FrontMatterFile } from '../front-matter.ts';
import { nameOfFile, textOf, textsOf, without } from '../read-fields.ts';
import { OPENS_MESSAGE, readHumanloopBody } from './humanloop-body.ts';

/** Files that Humanloop's command line wrote; the service itself ended in 2025. */
export const humanloop: SourceFormat = {
  name: 'humanloop',
  detects: ({ fileName, text }) =>
    fileName.endsWith('.agent') || (fileName.endsWith('.prompt') && OPENS_MESSAGE.test(text)),
  convert: (files, context) =>
    chooseFiles(files, ['.prompt', '.agent']).flatMap((file) => convertFile(file, context, readHumanloop) ?? []),
};

/** Fields that are neither the model nor one of its parameters. */
const OTHER_FIELDS = ['endpoint', 'max_iterations', 'attributes', 'other', 'linked_tools', 'template_language', 'path'];

const readHumanloop = ({ fields, body, bodyLine }: FrontMatterFile, file: OpenedFile): FilePrompt => ({
  name: textOf(fields['name']) ?? nameOfFile(file, /\.(?:prompt|agent)$/i),
  description: textOf(fields['description']),
  tags: textsOf(fields['tags']),
  message: textOf(fields['commit_message']),
  body: readHumanloopBody(body, bodyLine),
  language: fields['template_language'] === 'jinja' ? 'jinja' : 'mustache',
  config: readConfig(fields),
});

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
