import { diffLines, type Edit } from './text-diff.ts';

/** The default of `diff -u` and `git diff`. */
const CONTEXT_LINES = 3;

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

export interface DiffNames {
  readonly from: string;
  readonly to: string;
}

/** A diff that people and `patch` can read. Empty when the texts are equal. */
export function unifiedDiff(before: string, after: string, { from, to }: DiffNames): string {
  const hunks = printHunks(diffLines(before, after));
  return hunks === '' ? '' : `--- ${from}\n+++ ${to}\n${hunks}`;
}

/** Changes whose context lines overlap or touch form one hunk. */
function printHunks(edits: readonly Edit[]): string {
  const hunks = new Hunks();
  edits.forEach((edit, index) => {
    const { kind, text, lineCount } = edit;
    const isFirst = index === 0;
    const isLast = index === edits.length - 1;
    const contextMax = (isFirst ? 0 : CONTEXT_LINES) + (isLast ? 0 : CONTEXT_LINES);
    if (kind !== 'same' || lineCount <= contextMax) {
      hunks.add(edit);
      return;
    }

    const head = isFirst ? '' : firstLines(text);
    const tail = isLast ? '' : lastLines(text);
    if (head !== '') hunks.add({ kind, text: head, lineCount: CONTEXT_LINES });
    hunks.skip(lineCount - contextMax);
    if (tail !== '') hunks.add({ kind, text: tail, lineCount: CONTEXT_LINES });
  });
  return hunks.print();
}

function firstLines(text: string): string {
  let end = 0;
  for (let count = 0; count < CONTEXT_LINES; count += 1) end = text.indexOf('\n', end) + 1 || text.length;
  return text.slice(0, end);
}

function lastLines(text: string): string {
  let start = text.length;
  // Searching from before the line break of each line.
  for (let count = 0; count < CONTEXT_LINES; count += 1) start = text.lastIndexOf('\n', start - 2) + 1;
  return text.slice(start);
}

/** Prints edits as hunks, with the line numbers of both texts. */
class Hunks {
  #printed = '';
  #body = '';
  /** The lines before the current hunk, and the lines in it. */
  #before = { older: 0, newer: 0 };
  #inside = { older: 0, newer: 0 };

  add({ kind, text, lineCount }: Edit): void {
    this.#body += printLines(SIGNS[kind], text, lineCount);
    if (kind !== 'added') this.#inside.older += lineCount;
    if (kind !== 'removed') this.#inside.newer += lineCount;
  }

  /** Ends the hunk before lines that are not shown. */
  skip(lineCount: number): void {
    this.#end();
    this.#before.older += this.#inside.older + lineCount;
    this.#before.newer += this.#inside.newer + lineCount;
    this.#inside = { older: 0, newer: 0 };
  }

  print(): string {
    this.#end();
    return this.#printed;
  }

  #end(): void {
    if (this.#body === '') return;
    const older = printRange(this.#before.older, this.#inside.older);
    const newer = printRange(this.#before.newer, this.#inside.newer);
    this.#printed += `@@ -${older} +${newer} @@\n${this.#body}`;
    this.#body = '';
  }
}

/** First line and number of lines. An empty range is identified by the line before it. */
const printRange = (linesBefore: number, count: number): string =>
  `${count === 0 ? linesBefore : linesBefore + 1},${count}`;

const NO_LINE_BREAK = '\\ No newline at end of file\n';

/** Puts the sign before each line, all with one replacement: a hundred thousand concatenations take much longer. */
function printLines(sign: string, text: string, lineCount: number): string {
  const isEnded = text.endsWith('\n');
  const lines = isEnded ? text.slice(0, -1) : text;
  const signed = lineCount === 1 ? lines : lines.replace(LINE_BREAK, `\n${sign}`);
  return `${sign}${signed}\n${isEnded ? '' : NO_LINE_BREAK}`;
}

const LINE_BREAK = /\n/g;
