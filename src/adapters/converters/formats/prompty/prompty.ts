import { isList, isObject, type JsonObject, type JsonValue } from '../../../../domain/text/json.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../../source-format.ts';
import type { TemplateLanguage } from '../../templates/convert-template.ts';
import { convertFile, type FilePrompt } from '../convert-file.ts';
import { chooseFiles, type FrontMatterFile } from '../front-matter.ts';
import { nameOfFile, objectOf, textOf, textsOf } from '../read-fields.ts';
import { insertFiles } from './insert-files.ts';
import { readPromptyBody } from './prompty-body.ts';
import { listConnections, readPromptyConfig } from './prompty-config.ts';
import { readPromptyInputs } from './prompty-inputs.ts';

/** Microsoft's files, of version 1 and 2. */
export const prompty: SourceFormat = {
  name: 'prompty',
  detects: ({ fileName }) => fileName.endsWith('.prompty'),
  convert: (files, context) =>
    chooseFiles(files, ['.prompty']).flatMap((file) => convertFile(file, context, readPrompty) ?? []),
};

const LANGUAGES: ReadonlyMap<string, TemplateLanguage> = new Map([
  ['jinja2', 'jinja'],
  ['jinja', 'jinja'],
  ['nunjucks', 'jinja'],
  ['mustache', 'mustache'],
]);

function readPrompty(source: FrontMatterFile, file: OpenedFile, context: ConversionContext): FilePrompt | undefined {
  const { body, bodyLine, lineOf } = source;
  const fields = insertFiles(source, file, context);
  const template = templateKind(fields['template']);
  const language = LANGUAGES.get(template);
  if (!language) {
    return context.refuse(file, 'template', `${template} is not a template language of Prompty`, lineOf('template'));
  }
  const inputs = readPromptyInputs(fields);
  const problem = 'the connection is dropped, because it holds addresses and keys';
  return {
    name: textOf(fields['name']) ?? nameOfFile(file, /\.prompty$/i),
    description: textOf(fields['description']),
    tags: [...textsOf(fields['tags']), ...textsOf(objectOf(fields['metadata'])['tags'])],
    body: readPromptyBody(body, bodyLine, { ...inputs, hasMarkdownImages: !isVersion2(fields) }),
    language,
    variables: inputs.variables,
    config: readPromptyConfig(fields, inputs.samples),
    losses: listConnections(fields).map((path) => ({ path, problem })),
  };
}

/** `template: mustache`, `template: {type: mustache}` or `template: {format: {kind: mustache}}`; by default Jinja. */
function templateKind(template: JsonValue | undefined): string {
  if (typeof template === 'string') return template.toLowerCase();
  const { format, type } = objectOf(template);
  const kind = isObject(format) ? format['kind'] : (format ?? type);
  return textOf(kind)?.toLowerCase() ?? 'jinja2';
}

function isVersion2({ model, inputs, inputSchema, template }: JsonObject): boolean {
  const hasNewModel = typeof model === 'string' || ['id', 'apiType'].some((key) => key in objectOf(model));
  return hasNewModel || isList(inputs) || inputSchema !== undefined || isObject(objectOf(template)['format']);
}
