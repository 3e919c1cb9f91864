import { invariant } from './invariant.ts';

const LETTERS = 6;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from here on would favour the first letters of the alphabet, so they are skipped. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** Six letters need hardly more than six bytes; that 32 do not suffice is practically impossible. */
export const timedIdEntropyBytes = 32;

/** `<kind>_<milliseconds since 1970, 13 digits>_<6 random letters or digits>`: unique, and in the order of creation. */
export function timedId(kind: string, at: Date, entropy: Uint8Array): string {
  let letters = '';
  for (let index = 0; index < entropy.length && letters.length < LETTERS; index += 1) {
    const byte = entropy[index] ?? FAIR_BYTES;
    if (byte < FAIR_BYTES) letters += ALPHABET.charAt(byte % ALPHABET.length);
  }
  invariant(letters.length === LETTERS, 'an id needs six random letters');
  return `${kind}_${String(at.getTime()).padStart(13, '0')}_${letters}`;
}
