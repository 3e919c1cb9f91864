import { characterCount } from '../text/character-count.ts';
import { isCommonPassword } from './common-passwords.ts';

const CHARACTERS_MIN = 12;
const CHARACTERS_MAX = 256;

/**
 * A password somebody chose, in clear text: in memory only, and masked wherever it might be printed.
 *
 * One that is merely presented at sign-in obeys no rule, so that a rule made later locks nobody out.
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
  static choose(text: string, email: string): Password | PasswordRefusal {
    // First of all: putting a megabyte of accents in order takes minutes.
    if (characterCount(text) > CHARACTERS_MAX) return { refused: `must have at most ${CHARACTERS_MAX} characters` };
    const length = characterCount(text.normalize('NFC'));
    if (length < CHARACTERS_MIN) return { refused: `must have at least ${CHARACTERS_MIN} characters` };
    // No request can hold these: nobody would ever sign in with it.
    if (text.includes('\0') || !text.isWellFormed()) return { refused: 'must be text without NUL characters' };

    // Judged as it is hashed: who guesses it in plain letters is let in, too.
    const password = new Password(text);
    const meant = password.reveal();
    if (isEmail(meant, email)) return { refused: 'must not be the e-mail address' };
    if (isCommonPassword(meant)) return { refused: 'is among the most common passwords' };
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

export interface PasswordRefusal {
  readonly refused: string;
}

/** Whatever is longer than any address is none, and not worth the work. */
const isEmail = (password: string, email: string): boolean =>
  email.length <= CHARACTERS_MAX && folded(password) === folded(email.normalize('NFKC'));

const folded = (text: string): string => text.trim().toLowerCase();
