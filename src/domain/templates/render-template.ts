import { invariant } from '../invariant.ts';
import type { IncludeTarget } from '../naming/include-target.ts';
import { PROBLEMS_MAX } from '../problem.ts';
import { isList, type JsonValue } from '../text/json.ts';
import { isShown, memberOf, textOf } from './inserted-values.ts';
import { messageText, type PlaceholderValues } from './placeholder-values.ts';
import type { MessageTemplate, Placeholder, PromptTemplate, RenderedMessage } from './prompt-content.ts';
import { RenderedOutput } from './rendered-output.ts';
import type { Section, TemplateNode } from './template.ts';
import type { IncludeLookup } from './template-uses.ts';
import type { VariableName } from './variable-name.ts';
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
  | { readonly type: 'chat'; readonly messages: readonly RenderedMessage[] };

export type RenderOutcome =
  | { readonly kind: 'rendered'; readonly rendered: Rendered }
  | { readonly kind: 'invalid'; readonly problems: readonly ValueProblem[] }
  | { readonly kind: 'include-not-found'; readonly target: IncludeTarget }
  | { readonly kind: 'too-large'; readonly limit: RenderLimit };

export type RenderLimit = 'output' | 'steps' | 'tags' | 'section-depth' | 'include-depth' | 'include-bytes';

export const STEPS_MAX = 100_000;
export const INCLUDE_DEPTH_MAX = 5;
/** Limits the sum of included texts, each counted once. A parsed tag takes about fifty times the memory of its text. */
export const INCLUDE_BYTES_MAX = 1024 * 1024;
export const INCLUDE_TAGS_MAX = 50_000;

/**
 * Empty variables take time but no output and no steps: a section over 100,000 items with 50,000 of them would take
 * minutes. No output within its limit needs more than a million insertions. Following a path counts as well.
 */
export const INSERTIONS_MAX = 1_000_000;

/** Renders a prompt with the given values. Tags inside values are not interpreted. */
export function renderPrompt(prompt: PromptTemplate, request: RenderRequest): RenderOutcome {
  const outcome = new Rendering(prompt, request).advance(Number.POSITIVE_INFINITY);
  invariant(outcome !== undefined, 'a rendering without a pause ends');
  return outcome;
}

/** The list element that a section is rendering, with its location for problem reports. */
interface Item {
  readonly value: JsonValue;
  readonly list: string;
  readonly index: number;
}

/** Nodes that are being rendered. Sections over lists repeat them, includes increase the depth. */
interface Frame {
  readonly nodes: readonly TemplateNode[];
  next: number;
  item: Item | undefined;
  readonly includeDepth: number;
  readonly repeats?: { readonly name: VariableName; readonly list: readonly JsonValue[] };
}

/** A text, or one message of a chat. */
type Part = Pick<MessageTemplate, 'template'> | Placeholder;

type Failure = Exclude<RenderOutcome, { readonly kind: 'rendered' }>;

/**
 * One rendering with its limits, which all messages of a chat share. It can pause at any node, so that long ones do not
 * block others.
 *
 * The stack of frames is bounded: 32 sections deep in each of at most 6 templates.
 */
export class Rendering {
  readonly #parts: readonly Part[];
  readonly #frames: Frame[] = [];
  readonly #missing = new Set<string>();
  readonly #texts: string[] = [];
  readonly #output = new RenderedOutput();
  #started = 0;
  #work = 0;
  #steps = 0;
  #insertions = 0;
  #stopped: Failure | undefined;

  constructor(
    private readonly prompt: PromptTemplate,
    private readonly request: RenderRequest,
  ) {
    this.#parts = prompt.type === 'text' ? [prompt] : prompt.messages;
  }

  /** Renders about this many nodes. Returns the outcome once it is known. */
  advance(nodesMax: number): RenderOutcome | undefined {
    const pauseAt = this.#work + nodesMax;
    while (!this.#stopped && this.#work < pauseAt) {
      const frame = this.#frames.at(-1);
      if (frame) this.#renderNext(frame);
      else if (this.#started < this.#parts.length) this.#startPart();
      else return this.#finish();
    }
    return this.#stopped;
  }

  #startPart(): void {
    const part = this.#parts[this.#started];
    this.#started += 1;
    if (!part) return;
    if ('template' in part) {
      this.#frames.push({ nodes: part.template.nodes, next: 0, item: undefined, includeDepth: 0 });
      return;
    }
    for (const message of this.request.placeholders.get(part.placeholder) ?? []) {
      // Two hundred placeholders may name the same long list.
      if (this.#stopped) break;
      this.#step();
      this.#output.count(messageText(message));
      this.#checkOutput();
    }
  }

  #renderNext(frame: Frame): void {
    this.#work += 1;
    const node = frame.nodes[frame.next];
    if (node) {
      frame.next += 1;
      this.#render(node, frame);
    } else if (!this.#repeat(frame)) {
      this.#frames.pop();
      if (this.#frames.length === 0) this.#texts.push(this.#output.takeText());
    }
  }

  #finish(): RenderOutcome {
    if (this.#missing.size > 0) {
      return { kind: 'invalid', problems: [...this.#missing].map((path) => ({ path, problem: 'missing' })) };
    }
    if (this.prompt.type === 'text')
      return { kind: 'rendered', rendered: { type: 'text', text: this.#texts[0] ?? '' } };
    const contents = this.#texts.values();
    const messages = this.prompt.messages.flatMap((message) =>
      'template' in message
        ? [{ role: message.role, content: contents.next().value ?? '' }]
        : (this.request.placeholders.get(message.placeholder) ?? []),
    );
    return { kind: 'rendered', rendered: { type: 'chat', messages } };
  }

  #render(node: TemplateNode, frame: Frame): void {
    switch (node.kind) {
      case 'text':
        this.#write(node.text);
        break;
      case 'variable':
        this.#insert(this.request.values.get(node.name), node.members, node.name);
        break;
      case 'item':
        this.#insert(frame.item?.value, node.members, frame.item);
        break;
      case 'section':
        this.#openSection(node, frame);
        break;
      case 'include':
        this.#openInclude(node.target, frame);
        break;
      default:
        node satisfies never;
    }
  }

  /** Counts one step for the section, and one more for every repetition. */
  #openSection({ name, inverted, body }: Section, { item, includeDepth }: Frame): void {
    this.#step();
    const value = this.request.values.get(name);
    if (isShown(value) === inverted) return;
    if (inverted || !isList(value)) {
      this.#frames.push({ nodes: body, next: 0, item, includeDepth });
      return;
    }
    const first = { value: value[0] ?? null, list: name, index: 0 };
    this.#frames.push({ nodes: body, next: 0, item: first, includeDepth, repeats: { name, list: value } });
  }

  /** Starts the body of a list section again for the next item, if there is one. */
  #repeat(frame: Frame): boolean {
    const { item, repeats } = frame;
    const index = (item?.index ?? 0) + 1;
    if (!repeats || index >= repeats.list.length) return false;
    this.#step();
    frame.item = { value: repeats.list[index] ?? null, list: repeats.name, index };
    frame.next = 0;
    return true;
  }

  /** Renders the included text in place: with the same values, and with the current item inside a list section. */
  #openInclude(target: IncludeTarget, { item, includeDepth }: Frame): void {
    this.#step();
    const template = this.request.include(target);
    if (!template) this.#stop({ kind: 'include-not-found', target });
    else if (includeDepth === INCLUDE_DEPTH_MAX) this.#stop({ kind: 'too-large', limit: 'include-depth' });
    else this.#frames.push({ nodes: template.nodes, next: 0, item, includeDepth: includeDepth + 1 });
  }

  #insert(start: JsonValue | undefined, members: readonly string[], origin: VariableName | Item | undefined): void {
    let value = start;
    let followed = 0;
    while (value !== undefined && followed < members.length) {
      value = memberOf(value, members[followed] ?? '');
      followed += 1;
    }
    this.#insertions += 1 + followed;
    this.#work += followed;
    if (this.#insertions > INSERTIONS_MAX) this.#stop({ kind: 'too-large', limit: 'steps' });
    // An optional variable that is omitted renders as nothing, and so do its members.
    if (start === undefined && typeof origin === 'string' && this.request.values.has(origin)) return;
    if (value !== undefined) this.#write(textOf(value));
    // The reported path ends with the first missing part: the rest of it may be very long.
    else if (this.request.strict && this.#missing.size < PROBLEMS_MAX)
      this.#missing.add([printOrigin(origin), ...members.slice(0, followed)].join('.'));
  }

  #write(text: string): void {
    this.#output.write(text);
    this.#checkOutput();
  }

  #checkOutput(): void {
    if (this.#output.isTooLarge) this.#stop({ kind: 'too-large', limit: 'output' });
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > STEPS_MAX) this.#stop({ kind: 'too-large', limit: 'steps' });
  }

  #stop(failure: Failure): void {
    this.#stopped ??= failure;
  }
}

function printOrigin(origin: VariableName | Item | undefined): string {
  if (typeof origin === 'string') return origin;
  return origin ? `${origin.list}.${origin.index}` : '.';
}
