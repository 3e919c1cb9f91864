import type { IncludeTarget } from '../naming/include-target.ts';
import { runSteps, type Steps } from '../steps.ts';
import {
  type Message,
  type MessageTemplate,
  type Placeholder,
  type PromptContent,
  type PromptTemplate,
  TEMPLATE_TAGS_MAX,
} from './prompt-content.ts';
import { INCLUDE_DEPTH_MAX, type RenderLimit, STEPS_MAX } from './render-template.ts';
import { OUTPUT_BYTES_MAX, RenderedOutput } from './rendered-output.ts';
import { parseTemplateInSteps, printTemplate, type Template, type TemplateNode } from './template.ts';
import { escapeText } from './template-tokens.ts';
import type { IncludeLookup } from './template-uses.ts';

export type FlattenOutcome =
  | {
      readonly kind: 'flattened';
      /** The content as it would be written without includes. Content that includes nothing is unchanged. */
      readonly content: PromptContent;
      readonly template: PromptTemplate;
    }
  | { readonly kind: 'include-not-found'; readonly target: IncludeTarget }
  | { readonly kind: 'too-large'; readonly limit: RenderLimit };

/** Inserts everything that a prompt includes. The result renders like the original, whatever the values. */
export const flattenPrompt = (prompt: PromptTemplate, include: IncludeLookup): FlattenOutcome =>
  runSteps(flattenPromptInSteps(prompt, include));

/** The same with pauses. */
export function* flattenPromptInSteps(prompt: PromptTemplate, include: IncludeLookup): Steps<FlattenOutcome> {
  const flattening = new Flattening(include);
  if (prompt.type === 'text') {
    const flat = yield* flattening.flatten(prompt.template);
    if (flat.kind !== 'flat') return flat;
    const { text: content, template } = flat;
    return { kind: 'flattened', content: { type: 'text', content }, template: { type: 'text', template } };
  }
  const messages: (Message | Placeholder)[] = [];
  const parsed: (MessageTemplate | Placeholder)[] = [];
  for (const message of prompt.messages) {
    if ('placeholder' in message) {
      messages.push(message);
      parsed.push(message);
      continue;
    }
    const { role } = message;
    const flat = yield* flattening.flatten(message.template);
    if (flat.kind !== 'flat') return flat;
    messages.push({ role, content: flat.text });
    parsed.push({ role, template: flat.template });
  }
  return { kind: 'flattened', content: { type: 'chat', messages }, template: { type: 'chat', messages: parsed } };
}

type Failure = Exclude<FlattenOutcome, { readonly kind: 'flattened' }>;

interface FlatTemplate {
  readonly kind: 'flat';
  readonly text: string;
  readonly template: Template;
}

/**
 * One flattening with its limits, which all messages of a chat share.
 *
 * Recursion is safe: sections nest 32 deep, and includes 5 deep.
 */
class Flattening {
  readonly #output = new RenderedOutput();
  /** Plain text since the last tag. Texts from different prompts are joined before they are escaped. */
  #text = '';
  #steps = 0;
  #tags = 0;
  #failure: Failure | undefined;

  constructor(private readonly include: IncludeLookup) {}

  *flatten(template: Template): Steps<FlatTemplate | Failure> {
    if (!hasInclude(template.nodes)) {
      const source = printTemplate(template);
      this.#output.count(source);
      return this.#output.isTooLarge ? TOO_LARGE : { kind: 'flat', text: source, template };
    }
    this.#visit(template.nodes, 0);
    if (!this.#failure) this.#writeText(false);
    if (this.#failure) return this.#failure;
    const text = this.#output.takeText();
    // Sections of different prompts together may be nested more deeply than one template allows.
    yield;
    const outcome = yield* parseTemplateInSteps(text, Number.POSITIVE_INFINITY);
    return outcome.kind === 'template'
      ? { kind: 'flat', text, template: outcome.template }
      : { kind: 'too-large', limit: 'section-depth' };
  }

  #visit(nodes: readonly TemplateNode[], includeDepth: number): void {
    for (const node of nodes) {
      if (this.#failure) return;
      switch (node.kind) {
        case 'text':
          this.#joinText(node.text);
          break;
        case 'section':
          this.#writeTag(node.opening);
          this.#visit(node.body, includeDepth);
          this.#writeTag(node.closing);
          break;
        case 'include':
          this.#insert(node.target, includeDepth);
          break;
        default:
          this.#writeTag(node.source);
      }
    }
  }

  #insert(target: IncludeTarget, includeDepth: number): void {
    this.#steps += 1;
    const template = this.include(target);
    if (!template) this.#failure = { kind: 'include-not-found', target };
    else if (includeDepth === INCLUDE_DEPTH_MAX) this.#failure = { kind: 'too-large', limit: 'include-depth' };
    else if (this.#steps > STEPS_MAX) this.#failure = { kind: 'too-large', limit: 'steps' };
    else this.#visit(template.nodes, includeDepth + 1);
  }

  /** The result is one template, with as many tags as one may have: nothing that reads it can pause. */
  #writeTag(source: string): void {
    this.#tags += 1;
    if (this.#tags > TEMPLATE_TAGS_MAX) this.#failure ??= { kind: 'too-large', limit: 'tags' };
    this.#writeText(true);
    this.#write(source);
  }

  /** The output counts bytes, which are not fewer than characters. */
  #joinText(text: string): void {
    this.#text += text;
    if (this.#text.length > OUTPUT_BYTES_MAX) this.#failure ??= TOO_LARGE;
  }

  #writeText(isBeforeTag: boolean): void {
    if (this.#text === '') return;
    this.#write(escapeText(this.#text, isBeforeTag));
    this.#text = '';
  }

  #write(text: string): void {
    this.#output.write(text);
    if (this.#output.isTooLarge) this.#failure ??= TOO_LARGE;
  }
}

const TOO_LARGE: Failure = { kind: 'too-large', limit: 'output' };

const hasInclude = (nodes: readonly TemplateNode[]): boolean =>
  nodes.some((node) => node.kind === 'include' || (node.kind === 'section' && hasInclude(node.body)));
