import type { Branded } from '../branded.ts';
import { invariant } from '../invariant.ts';
import { maskPrinted } from '../text/mask-printed.ts';
import { toHex } from '../text/to-hex.ts';
import { API_KEY_PATTERN } from './api-key-pattern.ts';

const PREFIX = 'ph_';

/** An account's key in clear text. It exists in memory only, and prints itself masked everywhere. */
export class ApiKey {
  static readonly entropyBytes = 32;

  static {
    maskPrinted(ApiKey, `${PREFIX}…`);
  }

  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static fromEntropy(bytes: Uint8Array): ApiKey {
    invariant(bytes.length === ApiKey.entropyBytes, 'a key is made from exactly 32 random bytes');
    return new ApiKey(PREFIX + toHex(bytes));
  }

  /** Undefined for malformed text, which is treated like any other invalid key. */
  static parse(text: string): ApiKey | undefined {
    return API_KEY_PATTERN.test(text) ? new ApiKey(text) : undefined;
  }

  /** The only exit of the clear text; search for its callers to audit who can see a key. */
  reveal(): string {
    return this.#text;
  }
}

/** Keyed one-way digest of a key. Storage looks keys up by it. */
export type KeyDigest = Branded<string, 'KeyDigest'>;

/** A key encrypted at rest, because sign-in and the dashboard must show it again (docs/decisions/0002). */
export type SealedKey = Branded<string, 'SealedKey'>;

/** A key as it is stored. */
export interface StoredKey {
  readonly digest: KeyDigest;
  readonly sealed: SealedKey;
  readonly issuedAt: Date;
}
