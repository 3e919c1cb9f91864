/** Length of the longest name of a prompt. */
const CHARACTERS_MAX = 128;

const PLAIN = /^[\p{L}\p{N}._@:/%~+-]+$/u;

/** Text of a caller as a part of a sentence: cut, and in quotes with escapes unless it is as plain as a name. */
export function printText(text: string): string {
  if (text.length <= CHARACTERS_MAX && PLAIN.test(text)) return text;
  const cut = text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}…` : text;
  return JSON.stringify(cut.toWellFormed()).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escapeCharacter);
}

const escapeCharacter = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const LISTED_MAX = 10;

/** Keeps the first few texts; the others are counted. */
export function limitList(texts: readonly string[], count: number = texts.length): readonly string[] {
  if (count <= LISTED_MAX) return texts;
  return [...texts.slice(0, LISTED_MAX), `${count - LISTED_MAX} more`];
}

/** `a`, `a and b`, `a, b and c`. `count` is the length of the whole list, if these are not all. */
export function printList(texts: readonly string[], conjunction = 'and', count: number = texts.length): string {
  const listed = limitList(texts, count);
  const last = listed.at(-1) ?? '';
  return listed.length < 2 ? last : `${listed.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

const BYTE_UNITS = [
  { bytes: 1024 * 1024, unit: 'MiB' },
  { bytes: 1024, unit: 'KiB' },
];

export function printBytes(count: number): string {
  const { bytes, unit } = BYTE_UNITS.find((each) => count % each.bytes === 0) ?? { bytes: 1, unit: 'bytes' };
  return `${count / bytes} ${unit}`;
}

/** Prints seconds up to two minutes, then minutes, rounded up. */
export function printWait(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
