import { invariant } from '../invariant.ts';
import { shortestEdits } from './shortest-edits.ts';

/** Consecutive lines, each including its line break, so that joining all edits restores the text. */
export interface Edit {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  readonly lineCount: number;
}

/**
 * How many lines of both texts, between their common start and their common end, are compared one by one. Two texts of
 * 256 KiB can have half a million, which would block the event loop for hundreds of milliseconds.
 */
const LINES_MAX = 20_000;

/**
 * The lines to remove and to add to turn the older text into the newer one, removals before additions.
 *
 * The edits are minimal unless finding them would take too long: then everything from the first to the last moved line,
 * or of very many lines from the first to the last changed one, is replaced as a whole. In either case, applying the
 * edits produces the newer text.
 */
export function diffLines(before: string, after: string): readonly Edit[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const older = before.slice(start, before.length - end);
  const newer = after.slice(start, after.length - end);
  const edits = new EditList();
  edits.add('same', before.slice(0, start));
  if (countLines(older) + countLines(newer) > LINES_MAX) {
    edits.add('removed', older);
    edits.add('added', newer);
  } else {
    compareLines(older, newer, edits);
  }
  edits.add('same', before.slice(before.length - end));
  return edits.all;
}

/** The number of lines; the last one may lack its line break. */
function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) === LINE_BREAK) count += 1;
  return count;
}

/** Only `\n` ends a line. A `\r` before it belongs to the line, so that changed line breaks show up as changes. */
const LINE_BREAK = 10;

/** The length of the lines that both texts begin with. */
function commonStart(one: string, other: string): number {
  if (one === other) return one.length;
  const lengthMax = Math.min(one.length, other.length);
  let length = 0;
  while (length < lengthMax && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length === 0 ? 0 : one.lastIndexOf('\n', length - 1) + 1;
}

/** The length of the lines that both texts end with, after the lines that they begin with. */
function commonEnd(one: string, other: string, start: number): number {
  const lengthMax = Math.min(one.length, other.length) - start;
  let length = 0;
  while (
    length < lengthMax &&
    one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)
  ) {
    length += 1;
  }
  if (isLineStart(one, one.length - length) && isLineStart(other, other.length - length)) return length;
  const lineBreak = one.indexOf('\n', one.length - length);
  return lineBreak === -1 ? 0 : one.length - lineBreak - 1;
}

const isLineStart = (text: string, index: number): boolean => index === 0 || text.charCodeAt(index - 1) === LINE_BREAK;

/** Joins neighbours of the same kind. */
class EditList {
  readonly all: Edit[] = [];

  add(kind: Edit['kind'], text: string, lineCount = countLines(text)): void {
    if (lineCount === 0) return;
    const last = this.all.at(-1);
    if (last?.kind !== kind) this.all.push({ kind, text, lineCount });
    else this.all[this.all.length - 1] = { kind, text: last.text + text, lineCount: last.lineCount + lineCount };
  }
}

/** One of the two texts. Equal lines have equal numbers, so that long lines are compared only once. */
interface Side {
  readonly text: string;
  /** The offsets at which lines begin; the last element is the end of the text. */
  readonly starts: Int32Array;
  readonly numbers: Int32Array;
  /** 1 for each line that is removed or added. */
  readonly changed: Uint8Array;
}

/** Some lines of one side, by index. */
interface LineSelection {
  readonly side: Side;
  readonly indexes: readonly number[];
}

function compareLines(before: string, after: string, edits: EditList): void {
  const numbers = new Map<string, number>();
  const older = toSide(before, numbers);
  const newer = toSide(after, numbers);
  markMoved(selectShared(older, newer, numbers.size), selectShared(newer, older, numbers.size));
  addEdits(older, newer, edits);
}

function toSide(text: string, numbers: Map<string, number>): Side {
  const count = countLines(text);
  const side = {
    text,
    starts: new Int32Array(count + 1),
    numbers: new Int32Array(count),
    changed: new Uint8Array(count),
  };
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak + 1;
    const line = text.slice(start, end);
    let number = numbers.get(line);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(line, number);
    }
    side.numbers[index] = number;
    side.starts[index + 1] = end;
    start = end;
  }
  return side;
}

/** Marks the lines that the other text does not contain, which most changes consist of; the rest needs a search. */
function selectShared(side: Side, other: Side, numberCount: number): LineSelection {
  const isKnown = new Uint8Array(numberCount);
  for (const number of other.numbers) isKnown[number] = 1;
  const indexes: number[] = [];
  side.numbers.forEach((number, index) => {
    if (isKnown[number] === 1) indexes.push(index);
    else side.changed[index] = 1;
  });
  return { side, indexes };
}

/** Marks lines that both texts contain, but in a different order. */
function markMoved(older: LineSelection, newer: LineSelection): void {
  const olderNumbers = numbersAt(older);
  const newerNumbers = numbersAt(newer);
  const start = countEqual(olderNumbers, newerNumbers);
  const end = countEqual(olderNumbers.subarray(start).toReversed(), newerNumbers.subarray(start).toReversed());
  const olderMiddle = olderNumbers.subarray(start, olderNumbers.length - end);
  const newerMiddle = newerNumbers.subarray(start, newerNumbers.length - end);
  const edits = shortestEdits(olderMiddle, newerMiddle);
  mark(older, start, edits?.removed ?? olderMiddle.keys());
  mark(newer, start, edits?.added ?? newerMiddle.keys());
}

const numbersAt = ({ side, indexes }: LineSelection): Int32Array =>
  Int32Array.from(indexes, (index) => side.numbers[index] ?? 0);

function mark({ side, indexes }: LineSelection, start: number, moved: Iterable<number>): void {
  for (const offset of moved) side.changed[indexes[start + offset] ?? 0] = 1;
}

/** How many elements at the beginning are equal. */
function countEqual(one: Int32Array, other: Int32Array): number {
  const countMax = Math.min(one.length, other.length);
  let count = 0;
  while (count < countMax && one[count] === other[count]) count += 1;
  return count;
}

/** Walks both sides together: their unchanged lines are the same lines in the same order. */
function addEdits(older: Side, newer: Side, edits: EditList): void {
  let oldIndex = 0;
  let newIndex = 0;
  while (oldIndex < older.numbers.length || newIndex < newer.numbers.length) {
    const walked = oldIndex + newIndex;
    const removedFrom = oldIndex;
    while (older.changed[oldIndex] === 1) oldIndex += 1;
    addRange(edits, 'removed', older, removedFrom, oldIndex);

    const addedFrom = newIndex;
    while (newer.changed[newIndex] === 1) newIndex += 1;
    addRange(edits, 'added', newer, addedFrom, newIndex);

    const sameFrom = oldIndex;
    while (older.changed[oldIndex] === 0 && newer.changed[newIndex] === 0) {
      oldIndex += 1;
      newIndex += 1;
    }
    addRange(edits, 'same', older, sameFrom, oldIndex);
    invariant(oldIndex + newIndex > walked, 'both texts have the same number of unchanged lines');
  }
}

const addRange = (edits: EditList, kind: Edit['kind'], { text, starts }: Side, from: number, to: number): void =>
  edits.add(kind, text.slice(starts[from], starts[to]), to - from);
