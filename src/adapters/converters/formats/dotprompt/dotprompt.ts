import type { OpenedFile } from '../../opened-file.ts';
import type { SourceFormat } from '../../source-format.ts';
import { convertFile, type FilePrompt } from '../convert-file.ts';
import { chooseFiles, type FrontMatterFile } from '../front-matter.ts';
import { nameOfFile, objectOf, textOf } from '../read-fields.ts';
import { readDotpromptBody } from './dotprompt-body.ts';
import { readInputSchema } from './picoschema.ts';

const EXTENSION = '.prompt';

/** Genkit's files. `_x.prompt` is a partial, which others include as `{{> x}}`. */
export const dotprompt: SourceFormat = {
  name: 'dotprompt',
  detects: ({ fileName }) => fileName.endsWith(EXTENSION),
  convert: (files, context) =>
    chooseFiles(files, [EXTENSION]).flatMap((file) => convertFile(file, context, readDotprompt) ?? []),
};

function readDotprompt(source: FrontMatterFile, file: OpenedFile): FilePrompt {
  const { model, config, input, toolDefs, name, variant, description, ...unknown } = source.fields;
  const { variables, losses } = readInputSchema(objectOf(input));
  const hasFields = source.bodyLine > 1;
  return {
    name: nameOf(file, textOf(name), textOf(variant)),
    description: textOf(description),
    body: readDotpromptBody(hasFields ? source.body.trim() : source.body, source.bodyLine + skipped(source)),
    language: 'handlebars',
    variables,
    config: { model, parameters: config, unknown },
    losses: toolDefs === undefined ? losses : [TOOLS_LOST, ...losses],
    chatProblem: isPartial(file) ? 'is a partial with messages: only text can be included' : undefined,
  };
}

const TOOLS_LOST = { path: 'toolDefs', problem: 'definitions of tools are lost' };

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
