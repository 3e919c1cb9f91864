import { PROBLEMS_MAX } from '../problem.ts';
import type { IncludeTarget } from '../prompts/naming/include-target.ts';
import { isList, isObject, type JsonValue } from '../text/json.ts';
import { utf8Bytes } from '../text/utf8.ts';
import type { PlaceholderValues } from './placeholder-values.ts';
import type { Message, PromptTemplate } from './prompt-content.ts';
import type { Section, Template, TemplateNode } from './template.ts';
import type { IncludeLookup } from './template-uses.ts';
import type { ValueProblem, VariableValues } from './variable-values.ts';

export interface RenderRequest {
  readonly values: VariableValues;
  readonly placeholders: PlaceholderValues;
  readonly include: IncludeLookup;
  /** If true, a missing value that rendering reaches is a problem; otherwise it renders as empty text. */
  readonly strict: boolean;
}

export type Rendered =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'chat'; readonly messages: readonly Message[] };

export type RenderOutcome =
  | { readonly kind: 'rendered'; readonly rendered: Rendered }
  | { readonly kind: 'invalid'; readonly problems: readonly ValueProblem[] }
  | { readonly kind: 'include-not-found'; readonly target: IncludeTarget }
  | { readonly kind: 'too-large'; readonly limit: RenderLimit };

export type RenderLimit = 'output' | 'steps' | 'include-depth';

export const OUTPUT_BYTES_MAX = 1024 * 1024;
export const STEPS_MAX = 100_000;
export const INCLUDE_DEPTH_MAX = 5;

/**
 * Empty variables take time but no output and no steps: a section over 100,000 items with 50,000 of them would take
 * minutes. No output within its limit needs more than a million insertions.
 */
export const INSERTIONS_MAX = 1_000_000;

/** Renders a prompt with the given values. Tags inside values are not interpreted. */
export function renderPrompt(prompt: PromptTemplate, request: RenderRequest): RenderOutcome {
  const rendering = new Rendering(request);
  const rendered: Rendered =
    prompt.type === 'text'
      ? { type: 'text', text: rendering.renderText(prompt.template) }
      : { type: 'chat', messages: prompt.messages.flatMap((message) => rendering.renderMessage(message)) };
  return rendering.failure() ?? { kind: 'rendered', rendered };
}

/** The list element that a section is rendering, with its location for problem reports. */
interface Item {
  readonly value: JsonValue;
  readonly list: string;
  readonly index: number;
}

/** What a node's rendering depends on: sections over lists change the item, includes change the depth. */
interface Scope {
  readonly item: Item | undefined;
  readonly includeDepth: number;
}

type Failure = Exclude<RenderOutcome, { readonly kind: 'rendered' }>;

/**
 * One rendering with its limits, which all messages of a chat share.
 *
 * Recurses into sections and includes. Both are bounded (32 sections deep in each of at most 6 templates), so no
 * caller can overflow the stack.
 */
class Rendering {
  readonly #missing = new Set<string>();
  #pieces: string[] = [];
  #bytes = 0;
  #steps = 0;
  #insertions = 0;
  #stopped: Failure | undefined;

  constructor(private readonly request: RenderRequest) {}

  renderText(template: Template): string {
    this.#pieces = [];
    this.#renderAll(template.nodes, { item: undefined, includeDepth: 0 });
    return this.#pieces.join('');
  }

  renderMessage(message: Extract<PromptTemplate, { readonly type: 'chat' }>['messages'][number]): readonly Message[] {
    if ('template' in message) return [{ role: message.role, content: this.renderText(message.template) }];
    const given = this.request.placeholders.get(message.placeholder) ?? [];
    for (const { content } of given) {
      if (this.#stopped) break;
      this.#step();
      this.#spend(content);
    }
    // Return nothing once a limit is exceeded: two hundred placeholders may name the same long list.
    return this.#stopped ? [] : given;
  }

  failure(): Failure | undefined {
    if (this.#stopped) return this.#stopped;
    if (this.#missing.size === 0) return undefined;
    return { kind: 'invalid', problems: [...this.#missing].map((path) => ({ path, problem: 'missing' })) };
  }

  #renderAll(nodes: readonly TemplateNode[], scope: Scope): void {
    for (const node of nodes) {
      if (this.#stopped) return;
      this.#render(node, scope);
    }
  }

  #render(node: TemplateNode, scope: Scope): void {
    switch (node.kind) {
      case 'text':
        this.#write(node.text);
        break;
      case 'variable':
        this.#insert(this.request.values.get(node.name), node.members, () => node.name);
        break;
      case 'item':
        this.#insert(scope.item?.value, node.members, () => pathOf(scope.item));
        break;
      case 'section':
        this.#renderSection(node, scope);
        break;
      case 'include':
        this.#renderInclude(node.target, scope);
        break;
      default:
        node satisfies never;
    }
  }

  /** Counts one step for the section, and one more for every repetition. */
  #renderSection({ name, inverted, body }: Section, scope: Scope): void {
    this.#step();
    const value = this.request.values.get(name);
    if (isShown(value) === inverted) return;
    if (inverted || !isList(value)) {
      this.#renderAll(body, scope);
      return;
    }
    for (const [index, item] of value.entries()) {
      if (index > 0) this.#step();
      if (this.#stopped) return;
      this.#renderAll(body, { ...scope, item: { value: item, list: name, index } });
    }
  }

  /** Renders the included text in place: with the same values, and with the current item inside a list section. */
  #renderInclude(target: IncludeTarget, scope: Scope): void {
    this.#step();
    const template = this.request.include(target);
    if (!template) this.#stop({ kind: 'include-not-found', target });
    else if (scope.includeDepth === INCLUDE_DEPTH_MAX) this.#stop({ kind: 'too-large', limit: 'include-depth' });
    else this.#renderAll(template.nodes, { ...scope, includeDepth: scope.includeDepth + 1 });
  }

  #insert(start: JsonValue | undefined, members: readonly string[], origin: () => string): void {
    this.#insertions += 1;
    if (this.#insertions > INSERTIONS_MAX) this.#stop({ kind: 'too-large', limit: 'steps' });

    let value = start;
    let followed = 0;
    while (value !== undefined && followed < members.length) {
      value = memberOf(value, members[followed] ?? '');
      followed += 1;
    }
    if (value !== undefined) this.#write(textOf(value));
    // The reported path ends with the first missing part: the rest of it may be very long.
    else if (this.request.strict) this.#reportMissing([origin(), ...members.slice(0, followed)].join('.'));
  }

  #reportMissing(path: string): void {
    if (this.#missing.size < PROBLEMS_MAX) this.#missing.add(path);
  }

  #write(text: string): void {
    this.#spend(text);
    this.#pieces.push(text);
  }

  #spend(text: string): void {
    this.#bytes += utf8Bytes(text);
    if (this.#bytes > OUTPUT_BYTES_MAX) this.#stop({ kind: 'too-large', limit: 'output' });
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > STEPS_MAX) this.#stop({ kind: 'too-large', limit: 'steps' });
  }

  #stop(failure: Failure): void {
    this.#stopped ??= failure;
  }
}

function isShown(value: JsonValue | undefined): boolean {
  if (isList(value)) return value.length > 0;
  return value !== undefined && value !== false && value !== null && value !== '';
}

/** Strings have no members, and lists only their elements: `length` and the like are not the caller's data. */
function memberOf(value: JsonValue, member: string): JsonValue | undefined {
  if (isList(value)) return INDEX.test(member) ? value[Number(member)] : undefined;
  // Own properties only: a template must not reach a prototype.
  return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
}

/** No leading zeros: each element has exactly one spelling. */
const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

const pathOf = (item: Item | undefined): string => (item ? `${item.list}.${item.index}` : '.');
