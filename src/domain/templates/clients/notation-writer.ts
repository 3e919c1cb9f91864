import { invariant } from '../../invariant.ts';
import type { IncludeTarget } from '../../naming/include-target.ts';
import { PROBLEMS_MAX } from '../../problem.ts';
import type { Section, Template, TemplateNode } from '../template.ts';
import type { Notation } from './template-client.ts';

export type PrintInclude = (target: IncludeTarget) => string;

/** Something that a client would render differently, and its location. */
export interface Finding {
  /** The tag as written; a long one is shortened. */
  readonly tag: string;
  /** The line in the content or in the message, with includes inserted. Counts from 1. */
  readonly line: number;
  /** Continues the sentence that the tag begins. */
  readonly reason: string;
}

type ValueTag = Extract<TemplateNode, { readonly kind: 'variable' | 'item' }>;

/**
 * Writes one template in the notation of a client.
 *
 * Clients know no escaping, so text is written as it is rendered: `\\{{name}}` becomes `\{{name}}`. Text that they would
 * read as a tag is a finding.
 */
export class NotationWriter {
  readonly findings: Finding[] = [];
  readonly #pieces: string[] = [];
  /** Plain text since the last tag, as rendered. */
  #text = '';
  /** The line in which that text begins. */
  #line = 1;
  #openSections = 0;

  constructor(
    private readonly notation: Notation,
    private readonly names: ReadonlySet<string>,
    private readonly printInclude: PrintInclude | undefined,
  ) {}

  write(template: Template): string {
    this.#writeNodes(template.nodes);
    this.#endText();
    return this.#pieces.join('');
  }

  /** Recursion is safe: sections nest 32 deep. */
  #writeNodes(nodes: readonly TemplateNode[]): void {
    nodes.forEach((node, index) => {
      switch (node.kind) {
        case 'text':
          this.#text += node.text;
          break;
        case 'include':
          this.#writeInclude(node.target);
          break;
        case 'section':
          this.#writeSection(node);
          break;
        default:
          this.#writeValueTag(node, nodes[index + 1]);
      }
    });
  }

  #writeInclude(target: IncludeTarget): void {
    invariant(this.printInclude !== undefined, 'a flattened template has no includes');
    this.#endText();
    this.#pieces.push(this.printInclude(target));
  }

  #writeSection({ inverted, opening, body, closing }: Section): void {
    this.#endTextBefore(opening, body[0]);
    if (!this.notation.isMustache)
      this.#report(opening, `is a section, which ${this.notation.clientName} does not have`);
    this.#pieces.push(opening);
    // An inverted section has no items.
    if (!inverted) this.#openSections += 1;
    this.#writeNodes(body);
    if (!inverted) this.#openSections -= 1;
    this.#endTextBefore(closing, undefined);
    this.#pieces.push(closing);
  }

  #writeValueTag(tag: ValueTag, next: TemplateNode | undefined): void {
    const { braces, isMustache, clientName } = this.notation;
    this.#endTextBefore(tag.source, next);
    if (!isMustache && tag.kind === 'item') {
      this.#report(tag.source, `is an item of a list, which ${clientName} does not support`);
    } else if (!isMustache && tag.members.length > 0) {
      this.#report(tag.source, `is a path, and ${clientName} supports only names`);
    }
    if (tag.kind === 'variable') {
      this.#pieces.push(braces === 'single' ? `{${tag.name}}` : this.#printUnescaped(tag.source));
      return;
    }
    // Mustache calls the members of an item `{{a}}`, and renders `{{.a}}` as nothing. Exports stay as they are.
    const isMember = tag.members.length > 0 && this.#openSections > 0 && !this.printInclude;
    this.#pieces.push(this.#printUnescaped(isMember ? `{{${tag.members.join('.')}}}` : tag.source));
  }

  #printUnescaped(source: string): string {
    return this.notation.escapesHtml ? source.replace('{{', '{{&') : source;
  }

  /** With two braces, a third one before them becomes part of the tag. */
  #endTextBefore(source: string, next: TemplateNode | undefined): void {
    const isEnclosed = this.notation.braces === 'double' && /(?:^|[^{])\{$/.test(this.#text.slice(-2));
    this.#endText();
    if (!isEnclosed) return;
    const closing = next?.kind === 'text' && next.text.startsWith('}') ? '}' : '';
    this.#report(`{${source}${closing}`, `has a brace that ${this.notation.clientName} would read as part of the tag`);
  }

  #endText(): void {
    const text = this.#text;
    if (text === '') return;
    this.#text = '';
    this.#pieces.push(text);
    const { braces, clientName } = this.notation;
    let [line, done] = [this.#line, 0];
    for (const [start, tag] of braces === 'double' ? findDoubleBraces(text) : this.#findNames(text)) {
      if (this.findings.length >= PROBLEMS_MAX) break;
      line += countLineBreaks(text, done, start);
      done = start;
      this.findings.push({ tag, line, reason: `is plain text here, but ${clientName} would read it as a tag` });
    }
    this.#line = line + countLineBreaks(text, done, text.length);
  }

  *#findNames(text: string): Generator<[number, string], void> {
    for (const { index, 0: tag, 1: name = '' } of text.matchAll(SINGLE_BRACES)) {
      if (this.names.has(name)) yield [index, tag];
    }
  }

  #report(tag: string, reason: string): void {
    if (this.findings.length < PROBLEMS_MAX) this.findings.push({ tag: shorten(tag), line: this.#line, reason });
  }
}

const SINGLE_BRACES = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g;

const TAG_CHARACTERS_MAX = 80;

/** A path may be as long as the content. */
const shorten = (tag: string): string =>
  tag.length > TAG_CHARACTERS_MAX ? `${tag.slice(0, TAG_CHARACTERS_MAX)}…` : tag;

/** Each with the text up to its closing braces, or to the end of its line. */
function* findDoubleBraces(text: string): Generator<[number, string], void> {
  for (let start = text.indexOf('{{'); start !== -1; ) {
    const [line = ''] = text.slice(start, start + TAG_CHARACTERS_MAX).split(/[\p{Cc}\p{Zl}\p{Zp}]/u, 1);
    const closing = line.indexOf('}}');
    yield [start, (closing === -1 ? line : line.slice(0, closing + 2)).toWellFormed()];
    let end = start;
    while (text[end] === '{') end += 1;
    start = text.indexOf('{{', end);
  }
}

function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
