import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { BrokenSeal } from '../../../application/ports/secrets.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with AES-256-GCM: nonce, tag and ciphertext in base64url. `parts` must be the same to decrypt it. */
export function encrypt(secret: Buffer, bytes: Uint8Array, parts: readonly string[]): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(parts));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/** Throws BrokenSeal if it was altered, or sealed with another secret or for another purpose. */
export function decrypt(secret: Buffer, body: string, parts: readonly string[]): Buffer {
  const bytes = Buffer.from(body, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(parts));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new BrokenSeal('a sealed secret was altered or belongs to another owner', { cause: error });
  }
}

/** Length-prefixed, so that no two lists of parts give the same bytes. */
const associatedData = (parts: readonly string[]): Buffer =>
  Buffer.from(parts.map((part) => `${part.length}:${part}`).join(','));
