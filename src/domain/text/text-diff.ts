import { invariant } from '../invariant.ts';
import { shortestEdits } from './shortest-edits.ts';

/** A run of lines, each with the line break that ends it, so that joining them gives the text back. */
export interface Edit {
  readonly kind: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
}

/**
 * The lines to remove and to add to make the newer text of the older, removed before added where both happen.
 *
 * They are the fewest possible, unless to find them would take too long: then everything from the first to the last
 * line that moved is replaced as a whole. Applying the edits gives the newer text in either case.
 */
export function diffLines(before: string, after: string): readonly Edit[] {
  const numbers = new Map<string, number>();
  const older = sideOf(before, numbers);
  const newer = sideOf(after, numbers);
  markMoved(sharedPlaces(older, newer), sharedPlaces(newer, older));
  return toEdits(older, newer);
}

/** One of the two texts. Equal lines have equal numbers, so that long lines are compared once and not in every step. */
interface Side {
  readonly lines: readonly string[];
  readonly numbers: readonly number[];
  /** 1 for each line that the other text does not keep. */
  readonly changed: Uint8Array;
}

/** Lines of one side, by their places in it. */
interface Places {
  readonly side: Side;
  readonly places: readonly number[];
}

function sideOf(text: string, numbers: Map<string, number>): Side {
  const lines = splitLines(text);
  const numberOf = (line: string): number => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  return { lines, numbers: lines.map(numberOf), changed: new Uint8Array(lines.length) };
}

/** Only `\n` ends a line: a `\r` before it belongs to the line, so that a change of line breaks is seen as one. */
function splitLines(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const ended = lines.map((line) => `${line}\n`);
  return last === '' ? ended : [...ended, last];
}

/** A line that the other text has nowhere is changed in every diff. Most changes are of this kind and need no search. */
function sharedPlaces(side: Side, other: Side): Places {
  const known = new Set(other.numbers);
  const places: number[] = [];
  side.numbers.forEach((number, place) => {
    if (known.has(number)) places.push(place);
    else side.changed[place] = 1;
  });
  return { side, places };
}

/** What both texts have, but not in the same order. */
function markMoved(older: Places, newer: Places): void {
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

const numbersAt = ({ side, places }: Places): Int32Array =>
  Int32Array.from(places, (place) => side.numbers[place] ?? 0);

function mark({ side, places }: Places, start: number, moved: Iterable<number>): void {
  for (const index of moved) side.changed[places[start + index] ?? 0] = 1;
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

/** The unchanged lines of both sides are the same lines in the same order, so both sides are walked together. */
function toEdits(older: Side, newer: Side): readonly Edit[] {
  const edits: Edit[] = [];
  const add = (kind: Edit['kind'], lines: readonly string[]) => lines.length > 0 && edits.push({ kind, lines });
  let oldPlace = 0;
  let newPlace = 0;
  while (oldPlace < older.lines.length || newPlace < newer.lines.length) {
    const walked = oldPlace + newPlace;
    const removedFrom = oldPlace;
    while (older.changed[oldPlace] === 1) oldPlace += 1;
    add('removed', older.lines.slice(removedFrom, oldPlace));

    const addedFrom = newPlace;
    while (newer.changed[newPlace] === 1) newPlace += 1;
    add('added', newer.lines.slice(addedFrom, newPlace));

    const sameFrom = oldPlace;
    while (older.changed[oldPlace] === 0 && newer.changed[newPlace] === 0) {
      oldPlace += 1;
      newPlace += 1;
    }
    add('same', older.lines.slice(sameFrom, oldPlace));
    invariant(oldPlace + newPlace > walked, 'both texts keep the same number of lines');
  }
  return edits;
}
