import { nearest } from '../../text/nearest-name.ts';

/** Ends a sentence about a wrong name; empty when no known name is near. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const name = nearest(text, names);
  return name === undefined ? '' : `; did you mean ${name}?`;
}

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
