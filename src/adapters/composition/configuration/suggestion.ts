import leven from 'leven';

const TEXT_LENGTH_MAX = 100;

/** The known name that a mistyped one was probably meant to be. Undefined when none is near. */
export function nearest(text: string, names: Iterable<string>): string | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined;
  let best: string | undefined;
  let bestDistance = distanceMax(text) + 1;
  for (const name of names) {
    const distance = leven(text.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Ends a sentence about a wrong name; empty when no known name is near. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const name = nearest(text, names);
  return name === undefined ? '' : `; did you mean ${name}?`;
}

/** Two swapped letters count as two edits, so that "inof" must find "info"; three letters are too few for that. */
const distanceMax = (text: string): number => Math.max(text.length > 3 ? 2 : 1, Math.floor(text.length / 3));

const SHOWN_LENGTH_MAX = 40;

/** A value or a name from outside, fit for one line of a terminal. Never to be called with a secret. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const text = value.length > SHOWN_LENGTH_MAX ? `${value.slice(0, SHOWN_LENGTH_MAX)}…` : value;
  return JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped);
}

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
