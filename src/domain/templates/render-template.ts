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
  /** A missing path that is reached is a problem; otherwise it is empty text. */
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
 * Variables that insert nothing cost time but no output and no steps: a list of 100,000 around 50,000 of them would
 * take minutes. A million is more than any output within its limit has use for.
 */
export const INSERTIONS_MAX = 1_000_000;

/** Puts values into a prompt. Values are inserted once: whatever tags they contain come out as they are. */
export function renderPrompt(prompt: PromptTemplate, request: RenderRequest): RenderOutcome {
  const rendering = new Rendering(request);
  const rendered: Rendered =
    prompt.type === 'text'
      ? { type: 'text', text: rendering.text(prompt.template) }
      : { type: 'chat', messages: prompt.messages.flatMap((message) => rendering.messages(message)) };
  return rendering.failure() ?? { kind: 'rendered', rendered };
}

/** The element of a list that a section is showing, and how to find it for those who read a problem. */
interface Item {
  readonly value: JsonValue;
  readonly list: string;
  readonly index: number;
}

/** Where a node is rendered: sections over lists change the item, includes the depth. */
interface Place {
  readonly item: Item | undefined;
  readonly includeDepth: number;
}

type Failure = Exclude<RenderOutcome, { readonly kind: 'rendered' }>;

/**
 * One rendering with its budget, which all messages of a chat share.
 *
 * It recurses into sections and includes. Both are bounded (32 sections deep in each of at most 6 templates), so no
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

  text(template: Template): string {
    this.#pieces = [];
    this.#renderAll(template.nodes, { item: undefined, includeDepth: 0 });
    return this.#pieces.join('');
  }

  messages(message: Extract<PromptTemplate, { readonly type: 'chat' }>['messages'][number]): readonly Message[] {
    if ('template' in message) return [{ role: message.role, content: this.text(message.template) }];
    const given = this.request.placeholders.get(message.placeholder) ?? [];
    for (const { content } of given) {
      if (this.#stopped) break;
      this.#step();
      this.#spend(content);
    }
    // Nothing more once a limit is passed: two hundred slots may name the same long list.
    return this.#stopped ? [] : given;
  }

  failure(): Failure | undefined {
    if (this.#stopped) return this.#stopped;
    if (this.#missing.size === 0) return undefined;
    return { kind: 'invalid', problems: [...this.#missing].map((path) => ({ path, problem: 'missing' })) };
  }

  #renderAll(nodes: readonly TemplateNode[], place: Place): void {
    for (const node of nodes) {
      if (this.#stopped) return;
      this.#render(node, place);
    }
  }

  #render(node: TemplateNode, place: Place): void {
    switch (node.kind) {
      case 'text':
        this.#write(node.text);
        break;
      case 'variable':
        this.#insert(this.request.values.get(node.name), node.members, () => node.name);
        break;
      case 'item':
        this.#insert(place.item?.value, node.members, () => pathOf(place.item));
        break;
      case 'section':
        this.#renderSection(node, place);
        break;
      case 'include':
        this.#renderInclude(node.target, place);
        break;
      default:
        node satisfies never;
    }
  }

  /** One step for the section, and one more for every repetition. */
  #renderSection({ name, inverted, body }: Section, place: Place): void {
    this.#step();
    const value = this.request.values.get(name);
    if (isShown(value) === inverted) return;
    if (inverted || !isList(value)) {
      this.#renderAll(body, place);
      return;
    }
    for (const [index, item] of value.entries()) {
      if (index > 0) this.#step();
      if (this.#stopped) return;
      this.#renderAll(body, { ...place, item: { value: item, list: name, index } });
    }
  }

  /** As if its text stood here: the same values, and the same item when it is included from within a list. */
  #renderInclude(target: IncludeTarget, place: Place): void {
    this.#step();
    const template = this.request.include(target);
    if (!template) this.#stop({ kind: 'include-not-found', target });
    else if (place.includeDepth === INCLUDE_DEPTH_MAX) this.#stop({ kind: 'too-large', limit: 'include-depth' });
    else this.#renderAll(template.nodes, { ...place, includeDepth: place.includeDepth + 1 });
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
    // The path ends with the first part that is missing: what the author wrote after it may be very long.
    else if (this.request.strict) this.#miss([origin(), ...members.slice(0, followed)].join('.'));
  }

  #miss(path: string): void {
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

/** Strings have no members, and a list has none but its elements: `length` and the like are not the caller's data. */
function memberOf(value: JsonValue, member: string): JsonValue | undefined {
  if (isList(value)) return INDEX.test(member) ? value[Number(member)] : undefined;
  // Own properties only, so that no path leads to a prototype.
  return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
}

/** One element has one spelling: `00` is no index. */
const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

const pathOf = (item: Item | undefined): string => (item ? `${item.list}.${item.index}` : '.');
