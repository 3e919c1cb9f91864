/** A signature has a bit for each of these. Enough to leave most bits of a text of some pages unset. */
const BITS = 4096;
const BITS_PER_PART = 32;

/** The columns of a signature. Each holds 32 bits. */
export const SIGNATURE_COLUMNS: readonly string[] = Array.from(
  { length: BITS / BITS_PER_PART },
  (_, part) => `s${part}`,
);

/** Characters up to the space separate words: no word contains them. */
const LAST_SEPARATOR = 0x20;

/** The parts of a signature as parameters of a statement. A loop, because a new prompt waits for it. */
export function signatureParameters(text: string, names = SIGNATURE_COLUMNS): Record<string, number | string | null> {
  const signature = signatureOf(text);
  const parameters: Record<string, number | string | null> = {};
  for (const [part, name] of names.entries()) parameters[name] = signature[part] ?? 0;
  return parameters;
}

/**
 * The set of the trigrams in a text, as a bitmap in which several of them share a bit. A text that contains a word has all
 * bits of the word; the reverse is not certain.
 */
export function signatureOf(text: string): Int32Array {
  const parts = new Int32Array(BITS / BITS_PER_PART);
  let first = 0;
  let second = 0;
  for (let index = 0; index < text.length; index += 1) {
    const third = text.charCodeAt(index);
    if (first > LAST_SEPARATOR && second > LAST_SEPARATOR && third > LAST_SEPARATOR) {
      const bit = bitOf(first, second, third);
      parts[bit >>> 5] = (parts[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
    first = second;
    second = third;
  }
  return parts;
}

/** Multiplies and mixes, so that similar trigrams get distant bits. */
function bitOf(first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ third, 0xc2b2ae35);
  return (mixed >>> 15) & (BITS - 1);
}
