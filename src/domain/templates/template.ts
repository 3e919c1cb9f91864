import { PARTS_PER_STEP, runSteps, type Steps } from '../steps.ts';
import { type TagToken, type TemplateToken, tokenize } from './template-tokens.ts';
import type { VariableName } from './variable-name.ts';

/** A text whose sections are balanced. */
export interface Template {
  readonly nodes: readonly TemplateNode[];
  /** Includes the tags of all sections; the two tags of a section count as two. */
  readonly tagCount: number;
}

/** A section, or a token that is not a section tag. */
export type TemplateNode = Section | Exclude<TemplateToken, OpenTag | CloseTag>;

export interface Section {
  readonly kind: 'section';
  readonly name: VariableName;
  readonly inverted: boolean;
  readonly body: readonly TemplateNode[];
  /** The two tags exactly as written, including spaces. */
  readonly opening: string;
  readonly closing: string;
}

/** A section tag without its counterpart, or nested too deeply. Lines and columns count from 1; columns in UTF-16 units, as in editors. */
export interface TemplateProblem {
  readonly problem: 'unclosed' | 'unopened' | 'too-deep';
  readonly name: VariableName;
  readonly line: number;
  readonly column: number;
}

export type TemplateOutcome =
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'unbalanced'; readonly problems: readonly TemplateProblem[] };

export interface TooManyTags {
  readonly kind: 'too-many-tags';
}

/** The limit also bounds the recursion of all code that walks a template. */
export const SECTION_DEPTH_MAX = 32;

/** One missing tag can unbalance many others; the first few problems are enough to find it. */
const TEMPLATE_PROBLEMS_MAX = 20;

type OpenTag = Extract<TagToken, { readonly kind: 'open' }>;
type CloseTag = Extract<TagToken, { readonly kind: 'close' }>;

/**
 * Parses a text as a template (the tags are described in template-tokens.ts). Only sections can be invalid.
 *
 * Unlike Mustache, it never removes lines: a section tag on a line of its own leaves an empty line in the output.
 */
export function parseTemplate(text: string): TemplateOutcome;
export function parseTemplate(text: string, tagsMax: number): TemplateOutcome | TooManyTags;
export function parseTemplate(text: string, tagsMax: number = Number.POSITIVE_INFINITY): TemplateOutcome | TooManyTags {
  return runSteps(parseTemplateInSteps(text, tagsMax));
}

/** The same with pauses: a text with as many tags as allowed takes as long as hundreds of requests. */
export function* parseTemplateInSteps(text: string, tagsMax: number): Steps<TemplateOutcome | TooManyTags> {
  const parser = new Parser();
  let tagCount = 0;
  let tokenCount = 0;
  for (const token of tokenize(text)) {
    tokenCount += 1;
    if (tokenCount % PARTS_PER_STEP === 0) yield;
    if (token.kind !== 'text') tagCount += 1;
    if (tagCount > tagsMax) return { kind: 'too-many-tags' };
    parser.take(token);
    if (parser.hasEnoughProblems()) break;
  }
  const { nodes, mistakes } = parser.finish();
  if (mistakes.length > 0) return { kind: 'unbalanced', problems: mistakes.map((mistake) => locate(mistake, text)) };
  return { kind: 'template', template: { nodes, tagCount } };
}

/** Restores exactly the text that the template was parsed from. */
export const printTemplate = ({ nodes }: Template): string => printNodes(nodes);

const printNodes = (nodes: readonly TemplateNode[]): string =>
  nodes.map((node) => (node.kind === 'section' ? printSection(node) : node.source)).join('');

const printSection = ({ opening, body, closing }: Section): string => opening + printNodes(body) + closing;

interface Mistake {
  readonly problem: TemplateProblem['problem'];
  readonly tag: OpenTag | CloseTag;
}

interface OpenSection {
  readonly tag: OpenTag;
  readonly body: TemplateNode[];
}

class Parser {
  readonly #nodes: TemplateNode[] = [];
  readonly #open: OpenSection[] = [];
  readonly #mistakes: Mistake[] = [];

  take(token: TemplateToken): void {
    if (token.kind === 'open') this.#openSection(token);
    else if (token.kind === 'close') this.#closeSection(token);
    else this.#body().push(token);
  }

  /** Stops at the depth limit, because every tag beyond it would be another problem. */
  hasEnoughProblems(): boolean {
    return this.#mistakes.length >= TEMPLATE_PROBLEMS_MAX || this.#mistakes.at(-1)?.problem === 'too-deep';
  }

  finish(): { readonly nodes: readonly TemplateNode[]; readonly mistakes: readonly Mistake[] } {
    // If a limit stopped the parsing, open sections may still be closed in the rest of the text.
    if (!this.hasEnoughProblems()) this.#reportUnclosedFrom(0);
    const mistakes = this.#mistakes.toSorted((one, other) => one.tag.offset - other.tag.offset);
    return { nodes: this.#nodes, mistakes: mistakes.slice(0, TEMPLATE_PROBLEMS_MAX) };
  }

  #openSection(tag: OpenTag): void {
    if (this.#open.length === SECTION_DEPTH_MAX) this.#mistakes.push({ problem: 'too-deep', tag });
    else this.#open.push({ tag, body: [] });
  }

  /** Closes the innermost section of that name; sections still open inside it are unclosed. */
  #closeSection(tag: CloseTag): void {
    const section = this.#open.findLast(({ tag: { name } }) => name === tag.name);
    if (!section) {
      this.#mistakes.push({ problem: 'unopened', tag });
      return;
    }
    this.#reportUnclosedFrom(this.#open.indexOf(section) + 1);
    this.#open.pop();
    const { name, inverted, source: opening } = section.tag;
    this.#body().push({ kind: 'section', name, inverted, body: section.body, opening, closing: tag.source });
  }

  #reportUnclosedFrom(index: number): void {
    for (const { tag } of this.#open.splice(index)) this.#mistakes.push({ problem: 'unclosed', tag });
  }

  #body(): TemplateNode[] {
    return this.#open.at(-1)?.body ?? this.#nodes;
  }
}

function locate({ problem, tag }: Mistake, text: string): TemplateProblem {
  const before = text.slice(0, tag.offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { problem, name: tag.name, line: before.split('\n').length, column: tag.offset - lineStart + 1 };
}
