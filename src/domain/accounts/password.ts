import type { Problem } from '../problem.ts';
import { characterCount } from '../text/character-count.ts';
import { isCommonPassword } from './common-passwords.ts';

export const passwordCharactersMin = 12;
export const passwordCharactersMax = 256;

/**
 * A password in clear text: held in memory only, and masked when printed.
 *
 * The rules apply when it is set, not at sign-in, so that a later rule locks no account out.
 */
export class Password {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static presented(text: string): Password {
    return new Password(text);
  }

  /** The rules for a new password: long, not among the first a guesser would try, not the e-mail itself. */
  static choose(text: string, email: string): Password | Pick<Problem, 'problem'> {
    // Checked first: normalizing a megabyte of accents takes minutes.
    if (characterCount(text) > passwordCharactersMax)
      return { problem: `must have at most ${passwordCharactersMax} characters` };
    const length = characterCount(text.normalize('NFC'));
    if (length < passwordCharactersMin) return { problem: `must have at least ${passwordCharactersMin} characters` };
    // No request can carry these, so signing in with them would be impossible.
    if (text.includes('\0') || !text.isWellFormed()) return { problem: 'must be text without NUL characters' };

    // Checked in the normalized form that is hashed: a guess in plain letters would succeed, too.
    const password = new Password(text);
    const normalized = password.reveal();
    if (isEmail(normalized, email)) return { problem: 'must not be the e-mail address' };
    if (isCommonPassword(normalized)) return { problem: 'is among the most common passwords' };
    return password;
  }

  equals(other: Password): boolean {
    return this.reveal() === other.reveal();
  }

  /** The only exit of the clear text, for hashing. Composed and decomposed spellings of one character are one password. */
  reveal(): string {
    return this.#text.normalize('NFKC');
  }

  toString(): string {
    return '••••';
  }

  toJSON(): string {
    return this.toString();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
}

/** Text longer than any address is not one, and too expensive to normalize. */
const isEmail = (password: string, email: string): boolean =>
  email.length <= passwordCharactersMax && foldEmail(password) === foldEmail(email.normalize('NFKC'));

const foldEmail = (text: string): string => text.trim().toLowerCase();
