import { invariant } from '../../../../domain/invariant.ts';
import { textOf } from '../../../../domain/templates/inserted-values.ts';
import {
  type PromptContent,
  type PromptTemplate,
  placeholdersOf,
  type Role,
  templatesOf,
} from '../../../../domain/templates/prompt-content.ts';
import type { Template } from '../../../../domain/templates/template.ts';
import { type IncludeLookup, variableUses } from '../../../../domain/templates/template-uses.ts';
import type { VariableDeclaration } from '../../../../domain/templates/variables.ts';

/** An object as LangChain serializes it: its class, and the arguments of the constructor. */
export interface SerializedObject {
  readonly lc: 1;
  readonly type: 'constructor';
  readonly id: readonly string[];
  readonly kwargs: Readonly<Record<string, unknown>>;
}

/** A prompt that LangChain can render. */
export interface ManifestSource {
  /** Content without includes, in the notation of Mustache. */
  readonly content: PromptContent;
  /** The same content in our notation, parsed. */
  readonly template: PromptTemplate;
  readonly variables: readonly VariableDeclaration[];
}

const TEMPLATE_FORMAT = 'mustache';

/** Classes for the roles that LangChain has templates for. It has none for developers, whom it sends as system. */
const MESSAGE_CLASSES: Readonly<Partial<Record<Role, string>>> = {
  system: 'SystemMessagePromptTemplate',
  developer: 'SystemMessagePromptTemplate',
  user: 'HumanMessagePromptTemplate',
  assistant: 'AIMessagePromptTemplate',
};

export function toManifest({ content, template, variables }: ManifestSource): SerializedObject {
  const defaults = defaultsOf(template, variables);
  if (content.type === 'text') return stringTemplate(content.content, templatesOf(template), defaults);
  const parsed = template.type === 'chat' ? template.messages : [];
  const messages = content.messages.map((message, index) => {
    if ('placeholder' in message) {
      return serialize(['chat', 'MessagesPlaceholder'], { variable_name: message.placeholder, optional: true });
    }
    const name = MESSAGE_CLASSES[message.role];
    invariant(name !== undefined, 'messages of tools are not expressible');
    const { [index]: own } = parsed;
    const templates = own && 'template' in own ? [own.template] : [];
    return serialize(['chat', name], { prompt: stringTemplate(message.content, templates) });
  });
  return serialize(['chat', 'ChatPromptTemplate'], {
    messages,
    input_variables: [...new Set([...namesIn(templatesOf(template)), ...placeholdersOf(template)])],
    template_format: TEMPLATE_FORMAT,
    ...defaults,
  });
}

const stringTemplate = (
  text: string,
  templates: readonly Template[],
  defaults: Readonly<Record<string, unknown>> = {},
): SerializedObject =>
  serialize(['prompt', 'PromptTemplate'], {
    template: text,
    input_variables: namesIn(templates),
    template_format: TEMPLATE_FORMAT,
    ...defaults,
  });

const serialize = (path: readonly string[], kwargs: SerializedObject['kwargs']): SerializedObject => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'prompts', ...path],
  kwargs,
});

const INCLUDES_NOTHING: IncludeLookup = () => undefined;

const namesIn = (templates: readonly Template[]): readonly string[] =>
  variableUses(templates, INCLUDES_NOTHING).map(({ name }) => name);

/**
 * Values that LangChain inserts for variables that its caller leaves out: nothing for optional ones. It takes only text: a default with members,
 * or one that decides about a section, is left out unless it is text already.
 */
function defaultsOf(template: PromptTemplate, variables: readonly VariableDeclaration[]) {
  const uses = new Map(variableUses(templatesOf(template), INCLUDES_NOTHING).map((use) => [use.name, use]));
  const entries = variables.flatMap(({ name, required, default: fallback }) => {
    const use = uses.get(name);
    const value = fallback === undefined && !required ? '' : fallback;
    if (value === undefined || !use) return [];
    const isText = typeof value === 'string' || (!use.section && !use.dotted);
    return isText ? [[name, textOf(value)] as const] : [];
  });
  return entries.length > 0 ? { partial_variables: Object.fromEntries(entries) } : {};
}
