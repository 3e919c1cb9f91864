import type { Problem } from '../../../../../../../domain/problem.ts';
import {
  type ContentInput,
  type PromptTemplate,
  parseConfig,
  parseContent,
  type Role,
} from '../../../../../../../domain/templates/prompt-content.ts';
import type { VariableUse } from '../../../../../../../domain/templates/template-uses.ts';
import { inferVariables, type VariableInput } from '../../../../../../../domain/templates/variables.ts';
import { canonicalJson, isBoundedJson } from '../../../../../../../domain/text/json.ts';
import { parseJson } from '../../../../../../../domain/text/parse-json.ts';
import { beyondInferred, declarationOf, type VariableDraft } from './variable-drafts.ts';

/** One entry of a chat. Its key stays when it is moved. */
export type MessageDraft =
  | { readonly key: number; readonly role: Role; readonly content: string }
  | { readonly key: number; readonly placeholder: string };

export type WordsDraft =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'chat'; readonly messages: readonly MessageDraft[] };

/** A version in the making. */
export interface Draft {
  readonly words: WordsDraft;
  /** Only what a person declared; the rest follows from the text. */
  readonly declared: readonly VariableDraft[];
  /** The order in which variables were declared; empty where it is that of their first use. */
  readonly order: readonly string[];
  readonly config: string;
}

/** A version as the API shows it. */
export interface PublishedWords {
  readonly type: 'text' | 'chat';
  readonly content?: string | undefined;
  readonly messages?:
    | readonly ({ readonly role: Role; readonly content: string } | { readonly placeholder: string })[]
    | undefined;
  readonly variables: readonly VariableInput[];
  readonly config: Readonly<Record<string, unknown>>;
}

export function wordsOf({ type, content = '', messages = [] }: PublishedWords): WordsDraft {
  if (type === 'text') return { type, content };
  return { type, messages: messages.map((message, key) => ({ ...message, key })) };
}

export function draftFrom(version: PublishedWords, uses: readonly VariableUse[]): Draft {
  const inferred = inferVariables(uses);
  const names = version.variables.map(({ name }) => name).join();
  const isUsual = inferred.kind === 'variables' && names === inferred.variables.map(({ name }) => name).join();
  return {
    words: wordsOf(version),
    declared: beyondInferred(version.variables, uses),
    order: isUsual ? [] : version.variables.map(({ name }) => name),
    config: JSON.stringify(version.config, null, 2),
  };
}

/** As the API takes it. */
export function contentOf(words: WordsDraft): ContentInput {
  if (words.type === 'text') return words;
  return { type: 'chat', messages: words.messages.map(({ key: _, ...message }) => message) };
}

/** Undefined while sections are unbalanced or the like. */
export function templateOf(words: WordsDraft): PromptTemplate | undefined {
  const outcome = parseContent(contentOf(words));
  return outcome.kind === 'content' ? outcome.template : undefined;
}

/** Whether publishing the one would give the same as publishing the other. */
export const sameWork = (one: Draft, other: Draft): boolean => workOf(one) === workOf(other);

function workOf({ words, declared, config }: Draft): string {
  const settings = readJson(config);
  return JSON.stringify([
    contentOf(words),
    declared.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    isBoundedJson(settings) ? canonicalJson(settings) : config,
  ]);
}

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Everything that would keep the server from publishing it, as far as this side can tell. */
export function draftProblems({ words, declared, config }: Draft, uses: readonly VariableUse[]): readonly Problem[] {
  const content = parseContent(contentOf(words));
  const settings = parseConfig(readJson(config));
  const used = new Set<string>(uses.map(({ name }) => name));
  const unused = content.kind === 'content' ? declared.filter(({ name }) => !used.has(name)) : [];
  return [
    ...(content.kind === 'invalid' ? content.problems : []),
    ...unused.map(({ name }) => ({ path: `variables.${name}`, problem: 'unused' })),
    ...declared.flatMap(declarationProblems),
    ...(settings.kind === 'invalid' ? settings.problems : []),
  ];
}

function declarationProblems(draft: VariableDraft): readonly Problem[] {
  const outcome = declarationOf(draft);
  if (outcome.kind === 'declaration') return [];
  return Object.entries(outcome.problems).map(([field, problem]) => ({
    path: `variables.${draft.name}.${field}`,
    problem,
  }));
}
