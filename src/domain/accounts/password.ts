import type { Problem } from '../problem.ts';
import { characterCount } from '../text/character-count.ts';
import { maskPrinted } from '../text/mask-printed.ts';
import { findWeakness, type Weakness } from './password-strength.ts';

export const passwordCharactersMin = 12;
export const passwordCharactersMax = 256;

/** Facts known to guessers, so that they add no strength. Left out where they are not known yet. */
export interface PasswordOwner {
  readonly email?: string;
  readonly name?: string;
}

/** The rule that a new password breaks. */
export type PasswordProblem = Omit<Problem, 'path'> & { readonly text: string };

/**
 * A password in clear text: held in memory only, and masked when printed.
 *
 * The rules apply when it is set, not at sign-in, so that a later rule locks no account out.
 */
export class Password {
  static {
    maskPrinted(Password, '••••');
  }

  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static presented(text: string): Password {
    return new Password(text);
  }

  /** The rules for a new password: long, not the e-mail, and too hard to guess for those who know its owner. */
  static choose(text: string, { email = '', name = '' }: PasswordOwner): Password | PasswordProblem {
    // Checked first: normalizing a megabyte of accents takes minutes.
    if (characterCount(text) > passwordCharactersMax)
      return { problem: 'too-long', text: `must have at most ${passwordCharactersMax} characters` };
    const length = characterCount(text.normalize('NFC'));
    if (length < passwordCharactersMin)
      return { problem: 'too-short', text: `must have at least ${passwordCharactersMin} characters` };
    // No request can carry these, so signing in with them would be impossible.
    if (text.includes('\0') || !text.isWellFormed())
      return { problem: 'malformed', text: 'must be text without NUL characters' };

    // Checked in the normalized form that is hashed: a guess in plain letters would succeed, too.
    const password = new Password(text);
    const normalized = password.reveal();
    if (isEmail(normalized, email)) return { problem: 'weak', text: 'must not be the e-mail address' };
    const weakness = findWeakness(normalized, [email, name].map(toPersonalText));
    return weakness ? { problem: 'weak', text: `is too easy to guess: ${REASONS[weakness]}; ${ADVICE}` } : password;
  }

  equals(other: Password): boolean {
    return this.reveal() === other.reveal();
  }

  /** The only exit of the clear text, for hashing. Composed and decomposed spellings of one character are one password. */
  reveal(): string {
    return this.#text.normalize('NFKC');
  }
}

/** The texts never quote the password, because messages may be logged. */
const REASONS: Readonly<Record<Weakness, string>> = {
  personal: 'it is little more than the name, the e-mail or "prompthold"',
  common: 'it is little more than a common password',
  pattern: 'it is little more than a repetition, a sequence or a date',
  short: 'it is too simple',
};
const ADVICE = 'use three or more unrelated words, or random characters';

/** Text longer than any address or name is none, and too expensive to normalize. */
const toPersonalText = (text: string): string => (text.length <= passwordCharactersMax ? text.normalize('NFKC') : '');

const isEmail = (password: string, email: string): boolean => foldEmail(password) === foldEmail(toPersonalText(email));

const foldEmail = (text: string): string => text.trim().toLowerCase();
