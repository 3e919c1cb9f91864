import type { ContentInput, MessageInput } from '../../domain/templates/prompt-content.ts';
import { parseTemplate } from '../../domain/templates/template.ts';
import { variableUses } from '../../domain/templates/template-uses.ts';
import type { VariableInput } from '../../domain/templates/variables.ts';
import type { Loss } from './conversion.ts';
import { convertMessages, type PlainMessage, type SourceMessage } from './convert-messages.ts';
import { convertVariables, type SourceVariable } from './convert-variables.ts';
import {
  type ConversionOptions,
  convertTemplates,
  type SourceTemplate,
  type TemplatesConversion,
} from './templates/convert-template.ts';
import { VariableNames } from './templates/rename-variables.ts';

/** The content and the variables of one version, as another tool wrote them. */
export interface SourcePrompt {
  readonly file: string;
  readonly content:
    | ({ readonly type: 'text'; readonly path: string } & SourceTemplate)
    | { readonly type: 'chat'; readonly messages: readonly SourceMessage[] };
  readonly variables?: readonly SourceVariable[] | undefined;
  readonly includeTags?: ConversionOptions['includeTags'];
  /** Imports a template that cannot be converted with every tag escaped, instead of refusing it. */
  readonly raw: boolean;
}

export type PromptConversion =
  | {
      readonly kind: 'converted';
      readonly content: ContentInput;
      readonly variables: readonly VariableInput[];
      readonly losses: readonly Loss[];
    }
  /** Report the losses and skip the prompt: `not convertible: greeting.prompt:7 {% if age >= 18 %}`. */
  | { readonly kind: 'refused'; readonly losses: readonly Loss[] };

/** Converts roles, content lists, templates and variables of one version. Most formats need only this and `convertConfig`. */
export function convertPrompt(source: SourcePrompt): PromptConversion {
  const { file, variables: declared = [], includeTags, raw } = source;
  const { messages, losses: messageLosses } = readMessages(source.content);
  const templates = messages.filter((message) => 'text' in message);
  const settings = { includeTags, declared: declared.map(({ name }) => name) };
  const { conversion, escaped } = raw
    ? convertOrEscape(templates, settings)
    : { conversion: convertTemplates(templates, settings), escaped: [] };
  if (conversion.kind === 'not-convertible') {
    const { line, tag, index } = conversion;
    const path = templates[index]?.path || `line ${line}`;
    return { kind: 'refused', losses: [{ file, path, line, problem: `not convertible: ${file}:${line} ${tag}` }] };
  }

  const { contents, renamed, includes, warnings } = conversion;
  const placeholders = new VariableNames(
    messages.flatMap((message) => ('text' in message ? [] : [message.placeholder])),
  );
  const parsed = contents.flatMap((text) => {
    const outcome = parseTemplate(text);
    return outcome.kind === 'template' ? [outcome.template] : [];
  });
  const uses = variableUses(parsed, () => undefined);
  const variables = convertVariables(declared, { uses, renamed, hasIncludes: includes.length > 0 });
  const located = [...escaped, ...warnings].map(({ index, line, tag, problem }) => ({
    file,
    path: templates[index]?.path || `line ${line}`,
    line,
    problem: `${tag} ${problem}`,
  }));
  const losses = [...messageLosses, ...findRenamed(messages, placeholders), ...variables.losses];
  return {
    kind: 'converted',
    content: writeContent(source.content.type, messages, contents, placeholders),
    variables: variables.variables,
    losses: [...losses.map((loss) => ({ file, ...loss })), ...located],
  };
}

/** A text is treated like the only message of a chat. */
function readMessages(content: SourcePrompt['content']): ReturnType<typeof convertMessages> {
  if (content.type === 'chat') return convertMessages(content.messages);
  const { text, language, path, line = 1 } = content;
  return { messages: [{ role: 'user', text, language, path, line }], losses: [] };
}

function findRenamed(messages: readonly PlainMessage[], names: VariableNames) {
  return messages.flatMap((message) => {
    if ('text' in message || names.rename(message.placeholder) === message.placeholder) return [];
    const { placeholder, path } = message;
    return [{ path, problem: `placeholder ${placeholder} is renamed to ${names.rename(placeholder)}` }];
  });
}

function writeContent(
  type: ContentInput['type'],
  messages: readonly PlainMessage[],
  contents: readonly string[],
  placeholders: VariableNames,
): ContentInput {
  if (type === 'text') return { type, content: contents[0] ?? '' };
  const remaining = contents.values();
  const written = messages.map(
    (message): MessageInput =>
      'text' in message
        ? { role: message.role, content: remaining.next().value ?? '' }
        : { placeholder: placeholders.rename(message.placeholder) },
  );
  return { type, messages: written };
}

interface EscapedTemplate {
  readonly index: number;
  readonly line: number;
  readonly tag: string;
  readonly problem: string;
}

/** Escapes the templates that cannot be converted, each at most once. */
function convertOrEscape(
  templates: readonly SourceTemplate[],
  options: ConversionOptions,
): { readonly conversion: TemplatesConversion; readonly escaped: readonly EscapedTemplate[] } {
  const escaped: EscapedTemplate[] = [];
  const prepared = [...templates];
  const escapeAt = (index: number, line: number, tag: string) => {
    const template = templates[index];
    if (template) prepared[index] = { ...template, language: 'plain' };
    escaped.push({ index, line, tag, problem: 'is not convertible: imported with every tag escaped' });
  };
  templates.forEach((template, index) => {
    const alone = convertTemplates([template], options);
    if (alone.kind === 'not-convertible') escapeAt(index, alone.line, alone.tag);
  });
  // The remaining conflicts are variables that are a condition in one message and a loop in another.
  let conversion = convertTemplates(prepared, options);
  while (conversion.kind === 'not-convertible') {
    escapeAt(conversion.index, conversion.line, conversion.tag);
    conversion = convertTemplates(prepared, options);
  }
  return { conversion, escaped };
}
