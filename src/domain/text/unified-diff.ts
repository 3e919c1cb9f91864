import { runSteps, type Steps } from '../steps.ts';
import { diffLines, type Edit } from './text-diff.ts';

/** The default of `diff -u` and `git diff`. */
const CONTEXT_LINES = 3;

/** How many lines are printed between two pauses: a few milliseconds, whatever they say. */
const LINES_PER_STEP = 20_000;

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

export interface DiffNames {
  readonly from: string;
  readonly to: string;
}

/** A diff that people and `patch` can read. Empty when the texts are equal. */
export const unifiedDiff = (before: string, after: string, names: DiffNames): string =>
  runSteps(unifiedDiffInSteps(before, after, names));

/** The same diff. A quarter of a million changed lines take as long as hundreds of requests. */
export function* unifiedDiffInSteps(before: string, after: string, { from, to }: DiffNames): Steps<string> {
  const edits = diffLines(before, after);
  yield;
  const hunks = yield* printHunks(edits);
  return hunks === '' ? '' : `--- ${from}\n+++ ${to}\n${hunks}`;
}

/** Changes whose context lines overlap or touch form one hunk. */
function* printHunks(edits: readonly Edit[]): Steps<string> {
  const hunks = new Hunks();
  for (const [index, edit] of edits.entries()) {
    const { kind, text, lineCount } = edit;
    const isFirst = index === 0;
    const isLast = index === edits.length - 1;
    const contextMax = (isFirst ? 0 : CONTEXT_LINES) + (isLast ? 0 : CONTEXT_LINES);
    if (kind !== 'same' || lineCount <= contextMax) {
      yield* addInParts(hunks, edit);
      continue;
    }

    const head = isFirst ? '' : text.slice(0, endOfLines(text, 0, CONTEXT_LINES));
    const tail = isLast ? '' : lastLines(text);
    if (head !== '') hunks.add({ kind, text: head, lineCount: CONTEXT_LINES });
    hunks.skip(lineCount - contextMax);
    if (tail !== '') hunks.add({ kind, text: tail, lineCount: CONTEXT_LINES });
  }
  return hunks.print();
}

function* addInParts(hunks: Hunks, { kind, text, lineCount }: Edit): Steps<void> {
  let start = 0;
  let left = lineCount;
  for (; left > LINES_PER_STEP; left -= LINES_PER_STEP) {
    const end = endOfLines(text, start, LINES_PER_STEP);
    hunks.add({ kind, text: text.slice(start, end), lineCount: LINES_PER_STEP });
    start = end;
    yield;
  }
  hunks.add({ kind, text: text.slice(start), lineCount: left });
}

/** Finds the end of the given number of lines that begin at this index. */
function endOfLines(text: string, start: number, count: number): number {
  let end = start;
  for (let line = 0; line < count; line += 1) end = text.indexOf('\n', end) + 1 || text.length;
  return end;
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
    this.#body += printLines(SIGNS[kind], text);
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

/** Puts the sign before each line. Replacing line breaks by a pattern leaves the garbage collector ten times the work. */
function printLines(sign: string, text: string): string {
  const isEnded = text.endsWith('\n');
  const lines = isEnded ? text.slice(0, -1) : text;
  return `${sign}${lines.split('\n').join(`\n${sign}`)}\n${isEnded ? '' : NO_LINE_BREAK}`;
}
