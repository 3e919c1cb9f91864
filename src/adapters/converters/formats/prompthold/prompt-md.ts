import { parseChatBody } from '../../../../domain/prompts/chat-body.ts';
import { type ContentInput, parseContent, templatesOf } from '../../../../domain/templates/prompt-content.ts';
import { includeTargets, variableUses } from '../../../../domain/templates/template-uses.ts';
import type { JsonValue } from '../../../../domain/text/json.ts';
import { mapTexts } from '../../content-texts.ts';
import { type ConfigConversion, convertConfig } from '../../convert-config.ts';
import { convertVariables, type SourceVariable } from '../../convert-variables.ts';
import type { ForeignPrompt } from '../../foreign-prompt.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../../source-format.ts';
import { escapeTemplate } from '../../templates/print-template.ts';
import { type FrontMatterFile, readFrontMatter } from '../front-matter.ts';
import { listOf, nameOfFile, objectOf, textOf, textsOf, without } from '../read-fields.ts';
import { findUnbalanced } from './find-unbalanced.ts';

/** Our own files, as `prompt pull` writes them, and VS Code's, which have no `type` and are texts. */
export const promptMd: SourceFormat = {
  name: 'prompthold',
  detects: ({ fileName }) => fileName.endsWith('.prompt.md'),
  convert: (files, context) => files.flatMap((file) => convertPromptMd(file, context) ?? []),
};

function convertPromptMd(file: OpenedFile, context: ConversionContext): ForeignPrompt | undefined {
  const source = readFrontMatter(file, context);
  if (!source) return undefined;
  const written = readContent(file, source, context);
  const content = written && checkContent(file, written, context);
  if (!content) return undefined;
  const { fields, lineOf } = source;
  const { variables, losses } = readVariables(source, content);
  const settings = readConfig(source);
  for (const { path, problem } of [...losses, ...settings.losses]) context.lose(file, path, problem, lineOf(path));
  return {
    file: file.path,
    path: '',
    name: textOf(fields['name']) ?? nameOfFile(file, /\.prompt\.md$/i),
    description: textOf(fields['description']),
    tags: textsOf(fields['tags']),
    versions: [{ number: 1, path: '', content, variables, config: settings.config }],
  };
}

/** A content with the line on which each of its texts begins. */
interface WrittenContent {
  readonly content: ContentInput;
  readonly lines: readonly number[];
}

function readContent(
  file: OpenedFile,
  { fields, body, bodyLine, lineOf }: FrontMatterFile,
  { refuse }: ConversionContext,
): WrittenContent | undefined {
  const { type = 'text' } = fields;
  if (type === 'text') return { content: { type, content: body }, lines: [bodyLine] };
  if (type !== 'chat') return refuse(file, 'type', 'must be text or chat', lineOf('type'));
  const { messages, lines, problems } = parseChatBody(body, bodyLine, /^---[ \t]*\r\n/.test(file.text) ? '\r\n' : '\n');
  for (const { line, problem } of problems) refuse(file, `line ${line}`, problem, line);
  return problems.length > 0 ? undefined : { content: { type, messages }, lines };
}

/** Undefined if a section is not balanced, unless it is to be imported as plain text. */
function checkContent(
  file: OpenedFile,
  { content, lines }: WrittenContent,
  { raw, lose, refuse }: ConversionContext,
): ContentInput | undefined {
  const [unbalanced] = findUnbalanced(content, lines);
  if (!unbalanced) return content;
  const { line, name, problem: kind } = unbalanced;
  const tag = `{{${kind === 'unopened' ? '/' : '#'}${name}}}`;
  const problem = `not convertible: ${file.path}:${line} ${tag} (${kind})`;
  if (!raw) return refuse(file, `line ${line}`, problem, line);
  lose(file, `line ${line}`, `imported as plain text: ${problem}`, line);
  return mapTexts(content, escapeTemplate);
}

function readVariables({ fields }: FrontMatterFile, content: ContentInput) {
  const parsed = parseContent(content);
  // Content beyond a limit is refused later, together with everything else that is.
  if (parsed.kind === 'invalid') return { variables: [], losses: [] };
  const templates = templatesOf(parsed.template);
  const uses = variableUses(templates, () => undefined);
  const hasIncludes = includeTargets(templates).length > 0;
  return convertVariables(listOf(fields['variables']).map(toVariable), { uses, renamed: new Map(), hasIncludes });
}

function toVariable(value: JsonValue, index: number): SourceVariable {
  const { name, type = 'string', required, default: fallback, enum: values, description } = objectOf(value);
  return {
    name: textOf(name) ?? '',
    type,
    required: required !== false,
    default: fallback,
    enum: values,
    description,
    path: `variables.${index}`,
  };
}

/** Files of VS Code have a model, and fields that are its own. */
function readConfig({ fields }: FrontMatterFile): ConfigConversion {
  const { config } = fields;
  if (fields['type'] !== undefined) return convertConfig({ source: 'prompthold', parameters: config });
  const unknown = without(fields, ['name', 'description', 'tags', 'variables', 'config', 'model']);
  return convertConfig({ source: 'vscode', model: fields['model'], parameters: config, unknown });
}
