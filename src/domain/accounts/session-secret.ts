import type { Branded } from '../branded.ts';
import { invariant } from '../invariant.ts';

const SHAPE = /^[0-9a-f]{32}$/;

/** What a browser proves its session with, in clear text: in memory and in its cookie only, and masked everywhere else. */
export class SessionSecret {
  static readonly entropyBytes = 16;

  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static fromEntropy(bytes: Uint8Array): SessionSecret {
    invariant(bytes.length === SessionSecret.entropyBytes, 'a session secret is made from exactly 16 random bytes');
    return new SessionSecret(Array.from(bytes, toHexPair).join(''));
  }

  /** Undefined for any other text: nobody is signed in with it, and storage need not be asked. */
  static parse(text: string): SessionSecret | undefined {
    return SHAPE.test(text) ? new SessionSecret(text) : undefined;
  }

  /** The only exit of the clear text, for the cookie and for the digest. */
  reveal(): string {
    return this.#text;
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

/** One-way digest of a secret: all that storage keeps of it, and looks sessions up by. */
export type SessionDigest = Branded<string, 'SessionDigest'>;

const toHexPair = (byte: number): string => byte.toString(16).padStart(2, '0');
