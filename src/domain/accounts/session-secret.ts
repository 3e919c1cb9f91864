import type { Branded } from '../branded.ts';
import { invariant } from '../invariant.ts';
import { maskPrinted } from '../text/mask-printed.ts';
import { toHex } from '../text/to-hex.ts';

const SHAPE = /^[0-9a-f]{32}$/;

/** The secret of a browser session in clear text: only in memory and in the cookie, and masked when printed. */
export class SessionSecret {
  static readonly entropyBytes = 16;

  static {
    maskPrinted(SessionSecret, '••••');
  }

  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static fromEntropy(bytes: Uint8Array): SessionSecret {
    invariant(bytes.length === SessionSecret.entropyBytes, 'a session secret is made from exactly 16 random bytes');
    return new SessionSecret(toHex(bytes));
  }

  /** Undefined for malformed text, so that storage need not be queried. */
  static parse(text: string): SessionSecret | undefined {
    return SHAPE.test(text) ? new SessionSecret(text) : undefined;
  }

  /** The only exit of the clear text, for the cookie and for the digest. */
  reveal(): string {
    return this.#text;
  }
}

/** One-way digest of a secret, which sessions are stored and looked up by. */
export type SessionDigest = Branded<string, 'SessionDigest'>;
