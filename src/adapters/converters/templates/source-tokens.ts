/** The location of a tag in the source, for reports. */
export interface TagOrigin {
  readonly line: number;
  /** The tag as written, on one line. */
  readonly tag: string;
}

/** A piece of a template of another tool: text as it is rendered, or a tag that its language defines. */
export type SourceToken = { readonly kind: 'text'; readonly text: string } | SourceTag;

export interface SourceTag {
  readonly kind: 'tag';
  /** The characters after the opening braces, such as `#`; empty for a variable. */
  readonly sign: string;
  /** The text between the sign and the closing braces, without surrounding spaces. */
  readonly inside: string;
  /** Exactly as written. */
  readonly source: string;
  readonly origin: TagOrigin;
  /** Whether the tag removes all white space on its left or its right: `{{~x~}}`, `{%- if x -%}`. */
  readonly trimsLeft: boolean;
  readonly trimsRight: boolean;
  /** Decides whether a line that consists of this tag disappears. An include keeps the indentation before it. */
  readonly line: 'stays' | 'is-dropped' | 'is-dropped-after-tag';
}

/** The parts of a tag that depend on its language. */
export type TagParts = Pick<SourceTag, 'sign' | 'inside' | 'line'> &
  Partial<Pick<SourceTag, 'trimsLeft' | 'trimsRight'>>;

export type TagScan =
  | { readonly kind: 'tokens'; readonly tokens: readonly SourceToken[] }
  /** A tag, or a block of raw text, without an end. */
  | { readonly kind: 'unclosed'; readonly tag: TagOrigin };

/** Longer tags are cut in reports. */
const REPORTED_TAG_CHARACTERS_MAX = 120;

export function describeTag(source: string, line: number): TagOrigin {
  const tag = source
    .slice(0, REPORTED_TAG_CHARACTERS_MAX * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const isLong = tag.length > REPORTED_TAG_CHARACTERS_MAX;
  return { line, tag: isLong ? `${tag.slice(0, REPORTED_TAG_CHARACTERS_MAX)}…` : tag };
}

/** Collects tokens in the order of the text, and knows the line of each. */
export class TokenList {
  readonly tokens: SourceToken[] = [];
  #line: number;
  /** The end of the current line. */
  #lineBreak: number;

  constructor(
    private readonly text: string,
    firstLine: number,
  ) {
    this.#line = firstLine;
    this.#lineBreak = this.#findLineBreak(0);
  }

  addText(text: string): void {
    if (text !== '') this.tokens.push({ kind: 'text', text });
  }

  /** Adds the tag that is written between two offsets. */
  addTag(start: number, end: number, tag: TagParts): void {
    const source = this.text.slice(start, end);
    const origin = this.describe(start, end);
    this.tokens.push({ kind: 'tag', source, origin, trimsLeft: false, trimsRight: false, ...tag });
  }

  /** Offsets must not decrease from call to call: lines are counted once. */
  describe(start: number, end: number): TagOrigin {
    while (this.#lineBreak < start) {
      this.#line += 1;
      this.#lineBreak = this.#findLineBreak(this.#lineBreak + 1);
    }
    return describeTag(this.text.slice(start, end), this.#line);
  }

  /** A tag without an end is reported up to the end of its line. */
  describeUnclosed(start: number): TagScan {
    return { kind: 'unclosed', tag: this.describe(start, this.#findLineBreak(start)) };
  }

  #findLineBreak(from: number): number {
    const at = this.text.indexOf('\n', from);
    return at === -1 ? this.text.length : at;
  }
}
