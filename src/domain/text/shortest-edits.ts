/** Indexes of the elements that are removed from the older sequence, and of those that are added in the newer one. */
export interface Edits {
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/**
 * How many comparisons a search may take. Sequences with the same elements in a different order could need billions;
 * this many take a few milliseconds and find over six hundred edits.
 */
const WORK_MAX = 200_000;

/** Each further edit takes one comparison more than the edit before, so this many edits exhaust the limit. */
const DISTANCE_MAX = Math.floor(Math.sqrt(2 * WORK_MAX));

/**
 * The fewest edits that turn the older sequence into the newer one (Myers, "An O(ND) Difference Algorithm", 1986).
 * Undefined when they cannot be found within the limit.
 *
 * The names are those of the paper: a path leads from (0, 0) to (N, M), a step right removes, a step down adds, a
 * step along diagonal k = x - y retains an element, and `furthest` holds the furthest x reached on every diagonal.
 */
export function shortestEdits(older: Int32Array, newer: Int32Array): Edits | undefined {
  const distanceMax = Math.min(older.length + newer.length, DISTANCE_MAX);
  const furthest = new Int32Array(2 * distanceMax + 3);
  const middle = distanceMax + 1;
  const trace: Int32Array[] = [];
  let work = 0;
  for (let distance = 0; distance <= distanceMax; distance += 1) {
    // Walking back needs only the state before each round.
    trace.push(furthest.slice(middle - distance - 1, middle + distance + 2));
    for (let k = -distance; k <= distance; k += 2) {
      let x = nextX(furthest, middle + k, distance, k);
      const slideStart = x;
      while (x < older.length && x - k < newer.length && older[x] === newer[x - k]) x += 1;
      furthest[middle + k] = x;
      if (x >= older.length && x - k >= newer.length) return walkBack(trace, older.length, newer.length);
      work += 1 + x - slideStart;
    }
    if (work > WORK_MAX) return undefined;
  }
  return undefined;
}

/** Reaches diagonal k from the neighbour that got further: from above by adding, from the left by removing. */
function nextX(furthest: Int32Array, at: number, distance: number, k: number): number {
  return comesFromAbove(furthest, at, distance, k) ? (furthest[at + 1] ?? 0) : (furthest[at - 1] ?? 0) + 1;
}

const comesFromAbove = (furthest: Int32Array, at: number, distance: number, k: number): boolean =>
  k === -distance || (k !== distance && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0));

function walkBack(trace: readonly Int32Array[], olderLength: number, newerLength: number): Edits {
  const removed: number[] = [];
  const added: number[] = [];
  let k = olderLength - newerLength;
  for (let distance = trace.length - 1; distance > 0; distance -= 1) {
    const furthest = trace[distance] ?? new Int32Array();
    const at = distance + 1 + k;
    if (comesFromAbove(furthest, at, distance, k)) {
      k += 1;
      added.push((furthest[at + 1] ?? 0) - k);
    } else {
      k -= 1;
      removed.push(furthest[at - 1] ?? 0);
    }
  }
  return { removed, added };
}
