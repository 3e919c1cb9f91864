import type { ForeignPrompt } from '../../foreign-prompt.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../../source-format.ts';
import { convertFile } from '../convert-file.ts';
import { chooseFiles, readFrontMatter } from '../front-matter.ts';
import { nameOfFile, objectOf, textOf } from '../read-fields.ts';
import { readDotpromptBody } from './dotprompt-body.ts';
import { readInputSchema } from './picoschema.ts';

const EXTENSION = '.prompt';

/** Genkit's files. `_x.prompt` is a partial, which others include as `{{> x}}`. */
export const dotprompt: SourceFormat = {
  name: 'dotprompt',
  detects: ({ fileName }) => fileName.endsWith(EXTENSION),
  convert: (files, context) => chooseFiles(files, [EXTENSION]).flatMap((file) => convertDotprompt(file, context) ?? []),
};

function convertDotprompt(file: OpenedFile, context: ConversionContext): ForeignPrompt | undefined {
  const source = readFrontMatter(file, context);
  if (!source) return undefined;
  const { model, config, input, toolDefs, name, variant, description, ...unknown } = source.fields;
  const { variables, losses } = readInputSchema(objectOf(input));
  const hasFields = source.bodyLine > 1;
  const body = readDotpromptBody(hasFields ? source.body.trim() : source.body, source.bodyLine + skipped(source));
  const version = convertFile(
    file,
    { ...source, body, language: 'handlebars', variables, config: { model, parameters: config, unknown } },
    context,
  );
  if (!version) return undefined;
  if (isPartial(file) && version.content.type === 'chat') {
    context.refuse(file, '', 'is a partial with messages: only text can be included');
    return undefined;
  }
  if (toolDefs !== undefined)
    context.lose(file, 'toolDefs', 'definitions of tools are lost', source.lineOf('toolDefs'));
  for (const { path, problem } of losses) context.lose(file, path, problem, source.lineOf(path));
  return {
    file: file.path,
    path: '',
    name: nameOf(file, textOf(name), textOf(variant)),
    description: textOf(description),
    versions: [{ ...version, number: 1 }],
  };
}

const isPartial = ({ fileName }: OpenedFile): boolean => fileName.startsWith('_');

/** `name.variant`. Partials are called by their path, since that is how others include them. */
function nameOf(file: OpenedFile, name: string | undefined, variant: string | undefined): string {
  const path = nameOfFile(file, /\.prompt$/i);
  const base = isPartial(file) ? path : (name ?? path);
  const suffix = variant === undefined ? variantOf(path) : `.${variant}`;
  return base.endsWith(suffix) ? base : base + suffix;
}

/** The variant in a path such as `folder/greeting.formal`, with its dot. */
function variantOf(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const dot = file.indexOf('.', 1);
  return dot === -1 ? '' : file.slice(dot);
}

/** How many lines of the body dotprompt does not count as part of the template. */
const skipped = ({ body, bodyLine }: { readonly body: string; readonly bodyLine: number }): number =>
  bodyLine === 1 ? 0 : (/^\s*/.exec(body)?.[0].split('\n').length ?? 1) - 1;
