import leven from 'leven';

const TEXT_LENGTH_MAX = 200;

/** The known name that a mistyped one was probably meant to be. Undefined when none is near. */
export function nearest(
  text: string,
  names: Iterable<string>,
  distanceMax: number = allowedDistance(text),
): string | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined;
  let best: string | undefined;
  let bestDistance = distanceMax + 1;
  for (const name of names) {
    // With a limit, names that have nothing in common are cheap to compare.
    const distance = leven(text.toLowerCase(), name.toLowerCase(), { maxDistance: bestDistance });
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Two swapped letters count as two edits, so that "inof" must find "info"; three letters are too few for that. */
export const allowedDistance = (text: string): number => Math.max(text.length > 3 ? 2 : 1, Math.floor(text.length / 3));
