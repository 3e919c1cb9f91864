import { mapTexts } from '../content-texts.ts';
import type { SourceMessage } from '../convert-messages.ts';
import { type ConvertedVersion, convertVersion, type SourceVersion } from '../convert-version.ts';
import type { ForeignPrompt, ForeignVersion } from '../foreign-prompt.ts';
import type { Loss } from '../loss.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { ConversionContext } from '../source-format.ts';
import type { TemplateLanguage } from '../templates/convert-template.ts';
import { type BodyLoss, type BodyOutcome, type BodyPart, type FileBody, JOINT } from './file-body.ts';
import { type FrontMatterFile, readFrontMatter } from './front-matter.ts';

/** A prompt with one version, from a file with fields and a body that holds the templates. */
export interface FilePrompt
  extends Pick<ForeignPrompt, 'name' | 'description' | 'tags'>,
    Pick<ForeignVersion, 'message'>,
    Pick<SourceVersion, 'variables' | 'config'> {
  readonly body: BodyOutcome;
  readonly language: TemplateLanguage;
  /** Fields that are not imported. */
  readonly losses?: readonly Loss[];
  /** The reason to refuse a prompt with messages. */
  readonly chatProblem?: string | undefined;
}

/** Undefined for a file that is refused. */
type ReadFile = (source: FrontMatterFile, file: OpenedFile, context: ConversionContext) => FilePrompt | undefined;

/** Converts the prompt of a file with front matter and reports its losses. Undefined if it is refused. */
export function convertFile(file: OpenedFile, context: ConversionContext, read: ReadFile): ForeignPrompt | undefined {
  const source = readFrontMatter(file, context);
  const prompt = source && read(source, file, context);
  const version = prompt && convertBody(file, prompt, source.lineOf, context);
  if (!version) return undefined;
  const { name, description, tags, message, losses = [], chatProblem } = prompt;
  if (chatProblem !== undefined && version.content.type === 'chat') return context.refuse(file, '', chatProblem);
  for (const { path, problem } of losses) context.lose(file, path, problem, source.lineOf(path));
  return { file: file.path, path: '', name, description, tags, versions: [{ ...version, number: 1, message }] };
}

function convertBody(
  file: OpenedFile,
  { body: outcome, language, variables, config }: FilePrompt,
  lineOf: FrontMatterFile['lineOf'],
  context: ConversionContext,
): ConvertedVersion | undefined {
  if (outcome.kind === 'damaged') {
    return context.refuse(file, `line ${outcome.line}`, outcome.problem, outcome.line);
  }
  const { body, losses } = outcome;
  const content = toSourceContent(body, language);
  const lose: ConversionContext['lose'] = (_file, path, problem, line) => {
    const [place, number] = /^line (\d+)/.exec(path) ?? [path];
    return context.lose(file, place, problem, line ?? (number === undefined ? lineOf(path) : Number(number)));
  };
  const declared = variables?.filter(({ name }) => !isPlaceholder(name, body));
  const converted = convertVersion(file, { content, variables: declared, config, path: '' }, { ...context, lose });
  if (!converted) return undefined;
  for (const { line, problem } of [...losses, ...findPlaceholderLosses(body)]) lose(file, `line ${line}`, problem);
  return { ...converted, content: mapTexts(converted.content, (text) => text.replaceAll(JOINT, '')) };
}

/** An input that became a placeholder is not a variable any more. */
const isPlaceholder = (name: string, body: FileBody): boolean =>
  body.type === 'chat' && body.parts.some((part) => 'placeholder' in part && part.placeholder === name);

function toSourceContent(body: FileBody, language: TemplateLanguage): SourceVersion['content'] {
  if (body.type === 'text') return { type: 'text', path: '', text: body.text, line: body.line, language };
  return { type: 'chat', messages: body.parts.map((part) => toSourceMessage(part, language)) };
}

function toSourceMessage(part: BodyPart, language: TemplateLanguage): SourceMessage {
  const path = `line ${part.line}`;
  if ('placeholder' in part) return { placeholder: part.placeholder, path };
  return { role: part.role, content: part.text, language, path, line: part.line };
}

function findPlaceholderLosses(body: FileBody): readonly BodyLoss[] {
  if (body.type === 'text') return [];
  return body.parts.flatMap((part) =>
    'placeholder' in part && part.loses !== undefined
      ? [{ line: part.line, problem: `${part.loses} becomes the placeholder ${part.placeholder}` }]
      : [],
  );
}
