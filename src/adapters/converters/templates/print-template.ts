import { tokenize } from '../../../domain/templates/template-tokens.ts';
import type { VariableNames } from './rename-variables.ts';
import type { SourceNode } from './source-nodes.ts';

/** The braces of a text that are escaped: all pairs, or only those that would be a tag here. */
export type Escaping = 'all' | 'tags';

export interface PrintOptions {
  readonly names: VariableNames;
  readonly escaping: Escaping;
  /** Every include is known to have a target. */
  readonly target: (node: Extract<SourceNode, { readonly kind: 'include' }>) => string;
}

/** Prints nodes in our language. Tags that are the same here stay as written. */
export function printNodes(nodes: readonly SourceNode[], options: PrintOptions): string {
  const output = new TemplateText(options.escaping);
  print(nodes, options, output);
  return output.finish();
}

/** A template that renders as exactly this text: for what cannot be converted. */
export function escapeTemplate(text: string): string {
  const output = new TemplateText('all');
  output.addText(text);
  return output.finish();
}

/** Recursion is safe: sections are nested at most 32 deep. */
function print(nodes: readonly SourceNode[], options: PrintOptions, output: TemplateText): void {
  const { names, target } = options;
  for (const node of nodes) {
    switch (node.kind) {
      case 'text':
        output.addText(node.text);
        break;
      case 'variable':
        output.addTag(`{{${names.renamePath(node.name, node.members).join('.')}}}`, node.source);
        break;
      case 'item':
        output.addTag(`{{${names.renamePath('', node.members).join('.') || '.'}}}`, node.source);
        break;
      case 'include':
        output.addTag(`{{> ${target(node)}}}`, node.source);
        break;
      case 'section': {
        const name = names.rename(node.name);
        output.addTag(`{{${node.inverted ? '^' : '#'}${name}}}`, node.opening);
        print(node.body, options, output);
        output.addTag(`{{/${name}}}`, node.closing);
        break;
      }
      default:
        node satisfies never;
    }
  }
}

/** Joins tags and texts such that no text becomes a tag and no tag becomes text. */
class TemplateText {
  readonly #pieces: string[] = [];
  #text = '';

  constructor(private readonly escaping: Escaping) {}

  addText(text: string): void {
    this.#text += text;
  }

  addTag(tag: string, source: string): void {
    // The braces of the tag may join with a brace at the end of the text, and backslashes before those are special.
    const brace = /(?:^|[^{])\{$/.test(this.#text.slice(-2)) ? '{' : '';
    const text = this.#text.slice(0, this.#text.length - brace.length);
    const backslashes = BACKSLASH.repeat(countBackslashesBefore(text, text.length));
    this.#pieces.push(escapeBraces(text, this.escaping), backslashes, brace);
    this.#pieces.push(hasSameMeaning(source, tag) ? source : tag);
    this.#text = '';
  }

  finish(): string {
    return this.#pieces.join('') + escapeBraces(this.#text, this.escaping);
  }
}

const OPENING = '{{';
const BACKSLASH = '\\';

function escapeBraces(text: string, escaping: Escaping): string {
  let escaped = '';
  let done = 0;
  for (let at = text.indexOf(OPENING); at !== -1; at = text.indexOf(OPENING, done)) {
    const isEscaped = escaping === 'all' || isTagAt(text, at);
    // Directly before two braces, every backslash is written twice. If the second brace gets one, they are not two.
    const isSeparated = !isEscaped && isTagAt(text, at + 1);
    const doubled = isSeparated ? 0 : countBackslashesBefore(text, at);
    const backslashes = BACKSLASH.repeat(doubled + (isEscaped ? 1 : 0));
    const end = at + (isEscaped ? 2 : 1);
    escaped += text.slice(done, at) + backslashes + text.slice(at, end);
    done = end;
  }
  return escaped + text.slice(done);
}

function countBackslashesBefore(text: string, offset: number): number {
  let start = offset;
  while (text.charAt(start - 1) === BACKSLASH) start -= 1;
  return offset - start;
}

/** Tags contain no braces. */
const BRACES = /\{\{[^{}]*\}\}/y;

function isTagAt(text: string, offset: number): boolean {
  BRACES.lastIndex = offset;
  const match = BRACES.exec(text);
  return match !== null && readOnlyTag(match[0]) !== undefined;
}

function hasSameMeaning(source: string, tag: string): boolean {
  const meaning = readOnlyTag(source);
  return meaning !== undefined && meaning === readOnlyTag(tag);
}

/** The meaning of a text that is one tag; undefined for any other text. */
function readOnlyTag(text: string): string | undefined {
  const [token, ...others] = tokenize(text);
  if (!token || token.kind === 'text' || others.length > 0) return undefined;
  return JSON.stringify({ ...token, source: '' });
}
