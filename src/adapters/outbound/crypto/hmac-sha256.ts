import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/**
 * HMAC-SHA-256 (RFC 2104) of many texts with one secret.
 *
 * Node's createHmac makes a stream and a native object for every digest, which costs more than everything else that
 * verifies a key. Two one-shot hashes make neither.
 */
export class HmacSha256 {
  /** The padded secret, followed by the text. Kept while texts have the same length, as keys do. */
  #inner: Buffer;
  /** The padded secret, followed by the inner digest. */
  readonly #outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

  constructor(secret: Uint8Array) {
    this.#inner = pad(secret, INNER_PAD);
    this.#outer.set(pad(secret, OUTER_PAD));
  }

  /** In hexadecimal digits. */
  digest(text: string): string {
    const bytes = BLOCK_BYTES + Buffer.byteLength(text);
    if (this.#inner.length !== bytes) this.#inner = resize(this.#inner, bytes);
    this.#inner.write(text, BLOCK_BYTES);
    this.#outer.set(hash('sha256', this.#inner, 'buffer'), BLOCK_BYTES);
    return hash('sha256', this.#outer, 'hex');
  }
}

function pad(secret: Uint8Array, value: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(secret.length > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : secret);
  return block.map((byte) => byte ^ value) as Buffer;
}

function resize(inner: Buffer, bytes: number): Buffer {
  const resized = Buffer.alloc(bytes);
  inner.copy(resized, 0, 0, BLOCK_BYTES);
  return resized;
}
