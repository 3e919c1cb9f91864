import { invariant } from '../invariant.ts';
import { shortestEdits } from './shortest-edits.ts';

/** Consecutive lines, each including its line break, so that joining all lines restores the text. */
export interface Edit {
  readonly kind: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
}

/**
 * The lines to remove and to add to turn the older text into the newer one, removals before additions.
 *
 * The edits are minimal unless finding them would take too long: then everything from the first to the last moved line
 * is replaced as a whole. In either case, applying the edits produces the newer text.
 */
export function diffLines(before: string, after: string): readonly Edit[] {
  const numbers = new Map<string, number>();
  const older = toSide(before, numbers);
  const newer = toSide(after, numbers);
  markMoved(selectShared(older, newer), selectShared(newer, older));
  return toEdits(older, newer);
}

/** One of the two texts. Equal lines have equal numbers, so that long lines are compared only once. */
interface Side {
  readonly lines: readonly string[];
  readonly numbers: readonly number[];
  /** 1 for each line that is removed or added. */
  readonly changed: Uint8Array;
}

/** Some lines of one side, by index. */
interface LineSelection {
  readonly side: Side;
  readonly indexes: readonly number[];
}

function toSide(text: string, numbers: Map<string, number>): Side {
  const lines = splitLines(text);
  const numberOf = (line: string): number => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  return { lines, numbers: lines.map(numberOf), changed: new Uint8Array(lines.length) };
}

/** Only `\n` ends a line. A `\r` before it belongs to the line, so that changed line breaks show up as changes. */
function splitLines(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const ended = lines.map((line) => `${line}\n`);
  return last === '' ? ended : [...ended, last];
}

/** Marks the lines that the other text does not contain, which most changes consist of; the rest needs a search. */
function selectShared(side: Side, other: Side): LineSelection {
  const known = new Set(other.numbers);
  const indexes: number[] = [];
  side.numbers.forEach((number, index) => {
    if (known.has(number)) indexes.push(index);
    else side.changed[index] = 1;
  });
  return { side, indexes };
}

/** Marks lines that both texts contain, but in a different order. */
function markMoved(older: LineSelection, newer: LineSelection): void {
  const olderNumbers = numbersAt(older);
  const newerNumbers = numbersAt(newer);
  const start = commonStart(olderNumbers, newerNumbers);
  const end = commonEnd(olderNumbers, newerNumbers, start);
  const olderMiddle = olderNumbers.slice(start, olderNumbers.length - end);
  const newerMiddle = newerNumbers.slice(start, newerNumbers.length - end);
  const edits = shortestEdits(olderMiddle, newerMiddle);
  mark(older, start, edits?.removed ?? olderMiddle.keys());
  mark(newer, start, edits?.added ?? newerMiddle.keys());
}

const numbersAt = ({ side, indexes }: LineSelection): Int32Array =>
  Int32Array.from(indexes, (index) => side.numbers[index] ?? 0);

function mark({ side, indexes }: LineSelection, start: number, moved: Iterable<number>): void {
  for (const offset of moved) side.changed[indexes[start + offset] ?? 0] = 1;
}

function commonStart(one: Int32Array, other: Int32Array): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: Int32Array, other: Int32Array, start: number): number {
  const lengthMax = Math.min(one.length, other.length) - start;
  let length = 0;
  while (length < lengthMax && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** Walks both sides together: their unchanged lines are the same lines in the same order. */
function toEdits(older: Side, newer: Side): readonly Edit[] {
  const edits: Edit[] = [];
  const add = (kind: Edit['kind'], lines: readonly string[]) => lines.length > 0 && edits.push({ kind, lines });
  let oldIndex = 0;
  let newIndex = 0;
  while (oldIndex < older.lines.length || newIndex < newer.lines.length) {
    const walked = oldIndex + newIndex;
    const removedFrom = oldIndex;
    while (older.changed[oldIndex] === 1) oldIndex += 1;
    add('removed', older.lines.slice(removedFrom, oldIndex));

    const addedFrom = newIndex;
    while (newer.changed[newIndex] === 1) newIndex += 1;
    add('added', newer.lines.slice(addedFrom, newIndex));

    const sameFrom = oldIndex;
    while (older.changed[oldIndex] === 0 && newer.changed[newIndex] === 0) {
      oldIndex += 1;
      newIndex += 1;
    }
    add('same', older.lines.slice(sameFrom, oldIndex));
    invariant(oldIndex + newIndex > walked, 'both texts have the same number of unchanged lines');
  }
  return edits;
}
