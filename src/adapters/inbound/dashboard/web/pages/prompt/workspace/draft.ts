import type { Problem } from '../../../../../../../domain/problem.ts';
import {
  type ContentInput,
  type ContentOutcome,
  type MessageInput,
  type PromptTemplate,
  parseConfig,
  parseContent,
} from '../../../../../../../domain/templates/prompt-content.ts';
import type { VariableUse } from '../../../../../../../domain/templates/template-uses.ts';
import { inferVariables, type VariableInput } from '../../../../../../../domain/templates/variables.ts';
import { canonicalJson, equalJson, isBoundedJson } from '../../../../../../../domain/text/json.ts';
import { parseExactJson } from '../../../../../../../domain/text/parse-json.ts';
import { explicitDeclarations, toDeclaration, type VariableDraft } from './variable-drafts.ts';

/** One entry of a chat. Its key identifies it when it is moved. */
export type MessageDraft = MessageInput & { readonly key: number };

export type ContentDraft =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'chat'; readonly messages: readonly MessageDraft[] };

/** The next version while it is being edited. */
export interface Draft {
  readonly content: ContentDraft;
  /** Explicit declarations only; all others are inferred from the text. */
  readonly declared: readonly VariableDraft[];
  /** The declared order of the variables; empty when it is the order of their first use. */
  readonly order: readonly string[];
  readonly config: string;
}

/** A version as the API returns it. */
export interface PublishedContent {
  readonly type: 'text' | 'chat';
  readonly content?: string | undefined;
  readonly messages?: readonly MessageInput[] | undefined;
  readonly variables: readonly VariableInput[];
  readonly config: Readonly<Record<string, unknown>>;
}

export function toContentDraft({ type, content = '', messages = [] }: PublishedContent): ContentDraft {
  if (type === 'text') return { type, content };
  return { type, messages: messages.map((message, key) => ({ ...message, key })) };
}

export function draftFrom(version: PublishedContent, uses: readonly VariableUse[]): Draft {
  const inferred = inferVariables(uses);
  const names = version.variables.map(({ name }) => name).join();
  const isInferredOrder = inferred.kind === 'variables' && names === inferred.variables.map(({ name }) => name).join();
  return {
    content: toContentDraft(version),
    declared: explicitDeclarations(version.variables, uses),
    order: isInferredOrder ? [] : version.variables.map(({ name }) => name),
    config: JSON.stringify(version.config, null, 2),
  };
}

/** The content as the API accepts it. */
export function toContentInput(content: ContentDraft): ContentInput {
  if (content.type === 'text') return content;
  return { type: 'chat', messages: content.messages.map(({ key: _, ...message }) => message) };
}

/** Undefined while the content is invalid, for example because a section is not closed. */
export function toTemplate(content: ContentDraft): PromptTemplate | undefined {
  const outcome = parseDraft(content);
  return outcome.kind === 'content' ? outcome.template : undefined;
}

const parsedDrafts = new WeakMap<ContentDraft, ContentOutcome>();

/** Parses each content once: a long one takes longer than a key press may. */
function parseDraft(content: ContentDraft): ContentOutcome {
  const outcome = parsedDrafts.get(content) ?? parseContent(toContentInput(content));
  parsedDrafts.set(content, outcome);
  return outcome;
}

/** Whether publishing either draft would give the same version. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  equalJson(toContentInput(one.content), toContentInput(other.content)) &&
  serializeSettings(one) === serializeSettings(other);

function serializeSettings({ declared, config }: Draft): string {
  const settings = readJson(config);
  return JSON.stringify([
    declared.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    isBoundedJson(settings) ? canonicalJson(settings) : config,
  ]);
}

/** Undefined when the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Every reason to reject the draft that can be found without the server. */
export function findDraftProblems(
  { content, declared, config }: Draft,
  uses: readonly VariableUse[],
): readonly Problem[] {
  const parsed = parseDraft(content);
  const settings = parseConfig(readJson(config));
  const used = new Set<string>(uses.map(({ name }) => name));
  const unused = parsed.kind === 'content' ? declared.filter(({ name }) => !used.has(name)) : [];
  return [
    ...(parsed.kind === 'invalid' ? parsed.problems : []),
    ...unused.map(({ name }) => ({ path: `variables.${name}`, problem: 'unused' as const })),
    ...declared.flatMap(declarationProblems),
    ...(settings.kind === 'invalid' ? settings.problems : []),
  ];
}

function declarationProblems(draft: VariableDraft): readonly Problem[] {
  const outcome = toDeclaration(draft);
  if (outcome.kind === 'declaration') return [];
  return Object.entries(outcome.problems).map(([field, problem]) => ({
    path: `variables.${draft.name}.${field}`,
    problem,
  }));
}
