import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { BrokenSeal } from '../../../application/ports/secrets.ts';
import { systemEntropy } from '../host/system-environment.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Node imports bytes for every cipher, which takes longer than to encrypt a key. */
const imported = new WeakMap<Buffer, KeyObject>();

function importOnce(secret: Buffer): KeyObject {
  const known = imported.get(secret) ?? createSecretKey(secret);
  imported.set(secret, known);
  return known;
}

/** Encrypts with AES-256-GCM: nonce, tag and ciphertext in base64url. `parts` must be the same to decrypt it. */
export function encrypt(secret: Buffer, bytes: Uint8Array, parts: readonly string[]): string {
  const nonce = systemEntropy.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, importOnce(secret), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(parts));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/** Throws BrokenSeal if it was altered, or sealed with another secret or for another purpose. */
export function decrypt(secret: Buffer, body: string, parts: readonly string[]): Buffer {
  const bytes = Buffer.from(body, 'base64url');
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, importOnce(secret), nonce, { authTagLength: TAG_BYTES });
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
