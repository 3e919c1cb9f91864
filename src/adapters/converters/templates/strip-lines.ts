import type { SourceTag, SourceToken } from './source-tokens.ts';

/** Whether several tags may share a line that is dropped, as in Mustache, or only one. */
export type LineRule = 'several-tags' | 'one-tag';

const BLANK = /^\s*$/;

/** Removes the lines that consist of tags without output, and the white space that tags trim. */
export function stripLines(tokens: readonly SourceToken[], rule: LineRule): readonly SourceToken[] {
  return trimAroundTags(dropTagLines(tokens, rule));
}

/** A piece of text within one line. */
interface Piece {
  readonly token: number;
  text: string;
}

function dropTagLines(tokens: readonly SourceToken[], rule: LineRule): readonly SourceToken[] {
  const pieces: Piece[] = [];
  let line = new Line();
  const endLine = () => {
    line.drop(rule);
    line = new Line();
  };
  tokens.forEach((token, index) => {
    if (token.kind === 'tag') {
      line.addTag(token.line);
      return;
    }
    for (const text of token.text.split(/(?<=\n)/)) {
      const piece = { token: index, text };
      pieces.push(piece);
      line.addText(piece);
      if (text.endsWith('\n')) endLine();
    }
  });
  endLine();
  const texts = new Map<number, string>();
  for (const { token, text } of pieces) texts.set(token, (texts.get(token) ?? '') + text);
  return tokens.map((token, index) => (token.kind === 'text' ? { ...token, text: texts.get(index) ?? '' } : token));
}

class Line {
  readonly #blanks: Piece[] = [];
  /** How many of the blanks are before an include, and stay as its indentation. */
  #indentation = 0;
  #tags = 0;
  #hasOutput = false;

  addText(piece: Piece): void {
    if (BLANK.test(piece.text)) this.#blanks.push(piece);
    else this.#hasOutput = true;
  }

  addTag(line: SourceTag['line']): void {
    this.#tags += 1;
    if (line === 'stays') this.#hasOutput = true;
    if (line === 'is-dropped-after-tag') this.#indentation = this.#blanks.length;
  }

  drop(rule: LineRule): void {
    if (this.#hasOutput || this.#tags === 0 || (rule === 'one-tag' && this.#tags > 1)) return;
    for (const piece of this.#blanks.slice(this.#indentation)) piece.text = '';
  }
}

function trimAroundTags(tokens: readonly SourceToken[]): readonly SourceToken[] {
  return tokens.map((token, index) => {
    if (token.kind === 'tag') return token;
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    let { text } = token;
    if (before?.kind === 'tag' && before.trimsRight) text = text.trimStart();
    if (after?.kind === 'tag' && after.trimsLeft) text = text.trimEnd();
    return { kind: 'text', text };
  });
}
