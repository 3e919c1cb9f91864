import { invariant } from '../invariant.ts';
import { type Problem, toInvalid } from '../problem.ts';
import { PARTS_PER_STEP, runSteps, type Steps } from '../steps.ts';
import { canonicalJson, isBoundedJson, isLongerJson, isObject, type JsonObject, jsonBytes } from '../text/json.ts';
import { utf8Bytes } from '../text/utf8.ts';
import {
  parseTemplateInSteps,
  SECTION_DEPTH_MAX,
  type Template,
  type TemplateProblem,
  type TooManyTags,
} from './template.ts';
import { parseVariableName, type VariableName } from './variable-name.ts';
import type { VariableDeclaration } from './variables.ts';

export const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof ROLES)[number];

/** One message. Its content is a template in a prompt, and plain text in a rendering. */
export type Message = { readonly role: Role; readonly content: string };

/**
 * A message of a rendering. One from a placeholder's list is opaque: it is as the caller sent it, in the format of some
 * model, with tool calls, images or whatever else that format has.
 */
export type RenderedMessage = JsonObject & { readonly role: string };

/** Stands for a list of messages in a chat, such as the conversation so far. */
export type Placeholder = { readonly placeholder: VariableName };

/** The content of one version, as written. */
export type PromptContent =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'chat'; readonly messages: readonly (Message | Placeholder)[] };

/** The same content, parsed. */
export type PromptTemplate =
  | { readonly type: 'text'; readonly template: Template }
  | { readonly type: 'chat'; readonly messages: readonly (MessageTemplate | Placeholder)[] };

export type MessageTemplate = { readonly role: Role; readonly template: Template };

/** Content as a caller sends it: of the right shape, but not yet parsed or checked against limits. */
export type ContentInput =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'chat'; readonly messages: readonly MessageInput[] };

export type MessageInput = Message | { readonly placeholder: string };

export type ContentOutcome =
  | { readonly kind: 'content'; readonly content: PromptContent; readonly template: PromptTemplate }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

export type ConfigOutcome =
  | { readonly kind: 'config'; readonly config: JsonObject }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** For a chat, this limits all messages together, so that reading a version costs the same whatever its type. */
export const CONTENT_BYTES_MAX = 256 * 1024;
export const MESSAGES_MAX = 200;
/** For a chat, this limits the tags of all messages together. A tag takes far more memory and time than its text. */
export const TEMPLATE_TAGS_MAX = 10_000;
export const TOO_MANY_TAGS = `has more than ${TEMPLATE_TAGS_MAX} tags`;
export const CONFIG_BYTES_MAX = 64 * 1024;

/** Content that was stored before the number of tags was limited can be parsed without that limit. */
export function parseContent(input: ContentInput, tagsMax: number = TEMPLATE_TAGS_MAX): ContentOutcome {
  return runSteps(parseContentInSteps(input, tagsMax));
}

/** The same with pauses. */
export function parseContentInSteps(input: ContentInput, tagsMax: number = TEMPLATE_TAGS_MAX): Steps<ContentOutcome> {
  return input.type === 'text' ? parseText(input.content, tagsMax) : parseChat(input.messages, tagsMax);
}

/** Nearly all prompts have fewer tags: these are about as much work as any other request. */
const FEW_TAGS_MAX = 200;

/** Whether parsing the content is much work. Counts what may be a tag, without parsing it. */
export function hasManyTags(content: ContentInput): boolean {
  const texts = content.type === 'text' ? [content.content] : content.messages.map(textOf);
  let tags = 0;
  for (const text of texts) {
    for (let opening = text.indexOf('{{'); opening !== -1; opening = text.indexOf('{{', opening + 2)) {
      tags += 1;
      if (tags > FEW_TAGS_MAX) return true;
    }
  }
  return false;
}

const textOf = (message: MessageInput): string => ('content' in message ? message.content : '');

/** Undefined if the content has too many tags, which only content of version 0.1 can have. */
export function* parsePublishedInSteps(content: PromptContent): Steps<PromptTemplate | undefined> {
  const parsed = yield* parseContentInSteps(content);
  if (parsed.kind === 'content') return parsed.template;
  invariant(
    parsed.problems.every(({ text }) => text === TOO_MANY_TAGS),
    'published content is a template',
  );
  return undefined;
}

/** Parses the model settings, which are stored but never interpreted. */
export function parseConfig(config: unknown): ConfigOutcome {
  if (isLongerJson(config, CONFIG_BYTES_MAX)) return toInvalid('config', 'too-large');
  if (!isBoundedJson(config) || !isObject(config)) return toInvalid('config', 'malformed');
  return jsonBytes(config) > CONFIG_BYTES_MAX ? toInvalid('config', 'too-large') : { kind: 'config', config };
}

/** The templates of a prompt, in rendering order. */
export function templatesOf(prompt: PromptTemplate): readonly Template[] {
  if (prompt.type === 'text') return [prompt.template];
  return prompt.messages.flatMap((message) => ('template' in message ? [message.template] : []));
}

export function placeholdersOf(prompt: PromptTemplate): ReadonlySet<VariableName> {
  const messages = prompt.type === 'chat' ? prompt.messages : [];
  return new Set(messages.flatMap((message) => ('placeholder' in message ? [message.placeholder] : [])));
}

/**
 * The text that a version's hash is computed from: versions with equal texts behave the same.
 *
 * The order of messages, variables and enum values matters; the order of keys in an object does not.
 */
export function canonicalVersion(
  content: PromptContent,
  variables: readonly VariableDeclaration[],
  config: JsonObject,
): string {
  return canonicalJson({ ...content, variables, config });
}

function* parseText(content: string, tagsMax: number): Steps<ContentOutcome> {
  if (isTooLarge([content])) return toInvalid('content', 'too-large');
  const outcome = yield* parseTemplateInSteps(content, tagsMax);
  if (outcome.kind === 'too-many-tags') return toInvalid('content', 'too-many', TOO_MANY_TAGS);
  if (outcome.kind === 'unbalanced') return { kind: 'invalid', problems: describe('content', outcome.problems) };
  return {
    kind: 'content',
    content: { type: 'text', content },
    template: { type: 'text', template: outcome.template },
  };
}

function* parseChat(inputs: readonly MessageInput[], tagsMax: number): Steps<ContentOutcome> {
  if (inputs.length === 0) return toInvalid('messages', 'empty');
  if (inputs.length > MESSAGES_MAX) return toInvalid('messages', 'too-many');
  if (isTooLarge(inputs.map(textOf))) return toInvalid('messages', 'too-large');

  let tagsLeft = tagsMax;
  let pausedAt = tagsMax;
  const outcomes: MessageOutcome[] = [];
  for (const [index, input] of inputs.entries()) {
    const outcome = yield* parseMessage(input, index, tagsLeft);
    if (outcome.kind === 'message' && 'template' in outcome.parsed) tagsLeft -= outcome.parsed.template.tagCount;
    outcomes.push(outcome);
    if (pausedAt - tagsLeft < PARTS_PER_STEP) continue;
    pausedAt = tagsLeft;
    yield;
  }
  // One problem for all messages: each of the rest would have it.
  if (outcomes.some((outcome) => outcome.kind === 'too-many-tags'))
    return toInvalid('messages', 'too-many', TOO_MANY_TAGS);
  const problems = outcomes.flatMap((outcome) => (outcome.kind === 'invalid' ? outcome.problems : []));
  if (problems.length > 0) return { kind: 'invalid', problems };
  const messages = outcomes.filter((outcome) => outcome.kind === 'message');
  return {
    kind: 'content',
    content: { type: 'chat', messages: messages.map(({ written }) => written) },
    template: { type: 'chat', messages: messages.map(({ parsed }) => parsed) },
  };
}

type MessageOutcome =
  | {
      readonly kind: 'message';
      readonly written: Message | Placeholder;
      readonly parsed: MessageTemplate | Placeholder;
    }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | TooManyTags;

function* parseMessage(input: MessageInput, index: number, tagsMax: number): Steps<MessageOutcome> {
  if ('placeholder' in input) {
    const placeholder = parseVariableName(input.placeholder);
    if (!placeholder) return toInvalid(`messages.${index}.placeholder`, 'malformed');
    return { kind: 'message', written: { placeholder }, parsed: { placeholder } };
  }
  const { role, content } = input;
  const outcome = yield* parseTemplateInSteps(content, tagsMax);
  if (outcome.kind === 'too-many-tags') return outcome;
  if (outcome.kind === 'unbalanced') {
    return { kind: 'invalid', problems: describe(`messages.${index}.content`, outcome.problems) };
  }
  return { kind: 'message', written: { role, content }, parsed: { role, template: outcome.template } };
}

const isTooLarge = (contents: readonly string[]): boolean =>
  contents.reduce((bytes, content) => bytes + utf8Bytes(content), 0) > CONTENT_BYTES_MAX;

const describe = (path: string, problems: readonly TemplateProblem[]): readonly Problem[] =>
  problems.map(({ problem, name, line, column }) => ({
    path,
    problem: problem === 'too-deep' ? problem : 'unbalanced',
    text: `section ${name} ${SECTION_PROBLEMS[problem]} (line ${line}, column ${column})`,
  }));

const SECTION_PROBLEMS: Readonly<Record<TemplateProblem['problem'], string>> = {
  unclosed: 'is not closed',
  unopened: 'is closed but was never opened',
  'too-deep': `is nested deeper than ${SECTION_DEPTH_MAX} sections`,
};

const INCLUDE_TAG = /\{\{\s*>/;

/** Whether content may include other prompts, which makes the decision about it slow. Costs less than parsing. */
export const mayInclude = (content: ContentInput): boolean =>
  content.type === 'text'
    ? INCLUDE_TAG.test(content.content)
    : content.messages.some((message) => 'content' in message && INCLUDE_TAG.test(message.content));
