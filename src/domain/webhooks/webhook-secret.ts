import type { Branded } from '../branded.ts';
import { invariant } from '../invariant.ts';
import { maskPrinted } from '../text/mask-printed.ts';

const PREFIX = 'whsec_';

/** After a rotation, the previous secret also signs for this long. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;

/** A webhook secret encrypted at rest. */
export type SealedSecret = Branded<string, 'SealedSecret'>;

/** The secret a webhook signs with, in clear text. It exists in memory only, and prints itself masked everywhere. */
export class WebhookSecret {
  static readonly entropyBytes = 32;

  static {
    maskPrinted(WebhookSecret, `${PREFIX}…`);
  }

  readonly #bytes: Uint8Array;

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  static fromEntropy(bytes: Uint8Array): WebhookSecret {
    invariant(bytes.length === WebhookSecret.entropyBytes, 'a secret is made from exactly 32 random bytes');
    return new WebhookSecret(bytes);
  }

  /** `whsec_` and the bytes in base64, for its owner. With `bytes`, the only exit of the clear text. */
  reveal(): string {
    return PREFIX + btoa(String.fromCharCode(...this.#bytes));
  }

  /** The raw secret, for signing and sealing. */
  bytes(): Uint8Array {
    return this.#bytes;
  }
}
