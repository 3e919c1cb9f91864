import { SECTION_DEPTH_MAX } from '../../../domain/templates/template.ts';
import type { IncludeReference } from './include-tags.ts';
import type { TagOrigin } from './source-tokens.ts';

/** A node of a template in terms of our language. Names are still those of the source. */
export type SourceNode = SourceText | SourceVariable | SourceItem | SourceSection | SourceInclude;

export interface SourceText {
  readonly kind: 'text';
  readonly text: string;
}

export interface SourceVariable {
  readonly kind: 'variable';
  readonly name: string;
  readonly members: readonly string[];
  readonly origin: TagOrigin;
  /** Exactly as written. */
  readonly source: string;
}

export interface SourceItem {
  readonly kind: 'item';
  readonly members: readonly string[];
  readonly origin: TagOrigin;
  readonly source: string;
}

export interface SourceSection {
  readonly kind: 'section';
  readonly name: string;
  readonly inverted: boolean;
  readonly use: SectionUse;
  readonly body: readonly SourceNode[];
  readonly origin: TagOrigin;
  /** Exactly as written; empty where the source has no such tag. */
  readonly opening: string;
  readonly closing: string;
}

export interface SourceInclude {
  readonly kind: 'include';
  readonly reference: IncludeReference;
  readonly origin: TagOrigin;
  readonly source: string;
}

/** Mustache does not distinguish conditions from loops; nor do templates of our own, which are not converted. */
export type SectionUse = 'condition' | 'loop' | 'either' | 'own';

export interface Refusal extends TagOrigin {
  readonly kind: 'not-convertible';
}

/** A converted template can mean something else in a few cases, which are reported. */
export interface SourceWarning extends TagOrigin {
  readonly problem: string;
}

export interface TemplateWarning extends SourceWarning {
  /** Index of the template among those of the prompt. */
  readonly index: number;
}

export type ParsedTemplate =
  | { readonly kind: 'parsed'; readonly nodes: readonly SourceNode[]; readonly warnings: readonly SourceWarning[] }
  | Refusal;

export const refuse = ({ line, tag }: TagOrigin): Refusal => ({ kind: 'not-convertible', line, tag });

/** The opening tag of a section. */
export interface SectionStart<Scope> {
  /** The closing tag must have the same keyword. */
  readonly keyword: string;
  readonly name: string;
  readonly inverted: boolean;
  readonly use: SectionUse;
  readonly origin: TagOrigin;
  readonly opening?: string;
  /** The meaning of names inside the section, if not the same as outside. */
  readonly scope?: Scope | undefined;
}

interface OpenSection<Scope> extends SectionStart<Scope> {
  readonly body: SourceNode[];
  /** The nodes after `else`. */
  alternative: SourceNode[] | undefined;
  /** Begun by `else if`: closed together with the section that it is the alternative of. */
  readonly isChained: boolean;
}

/** Builds nested sections from a sequence of tags. */
export class SectionBuilder<Scope> {
  readonly #nodes: SourceNode[] = [];
  readonly #open: OpenSection<Scope>[] = [];

  /** The scopes around the current position, from the outside to the inside. */
  get scopes(): readonly Scope[] {
    return this.#open.flatMap(({ scope, alternative }) => (scope === undefined || alternative ? [] : [scope]));
  }

  get unclosed(): TagOrigin | undefined {
    return this.#open[0]?.origin;
  }

  get nodes(): readonly SourceNode[] {
    return this.#nodes;
  }

  /** Ignores empty text: a section without content is empty. */
  add(node: SourceNode): void {
    if (node.kind !== 'text' || node.text !== '') this.#body().push(node);
  }

  /** False when nested too deeply. */
  open(start: SectionStart<Scope>, isChained = false): boolean {
    if (this.#open.length === SECTION_DEPTH_MAX) return false;
    this.#open.push({ ...start, body: [], alternative: undefined, isChained });
    return true;
  }

  /** False when there is no section whose alternative can begin here. */
  beginAlternative(): boolean {
    const section = this.#open.at(-1);
    if (!section || section.alternative) return false;
    section.alternative = [];
    return true;
  }

  /** False when the innermost section has another keyword. */
  close(keyword: string, closing = ''): boolean {
    for (;;) {
      const section = this.#open.at(-1);
      if (!section || (!section.isChained && section.keyword !== keyword)) return false;
      this.#open.pop();
      for (const node of toNodes(section, closing)) this.add(node);
      if (!section.isChained) return true;
    }
  }

  #body(): SourceNode[] {
    const section = this.#open.at(-1);
    return section ? (section.alternative ?? section.body) : this.#nodes;
  }
}

/** `{{#x}}…{{/x}}{{^x}}…{{/x}}`; an empty first part is left out if there is a second one. */
function toNodes<Scope>(section: OpenSection<Scope>, closing: string): readonly SourceNode[] {
  const { name, inverted, use, origin, opening = '', body, alternative = [] } = section;
  const first = { kind: 'section' as const, name, inverted, use, body, origin, opening, closing };
  if (alternative.length === 0) return [first];
  const second = { ...first, inverted: !inverted, body: alternative, opening: '', closing: '' };
  return body.length === 0 ? [second] : [first, second];
}
