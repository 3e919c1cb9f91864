import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { BrokenSeal, KeyringReplaced, type KeySealing } from '../../../application/ports/secrets.ts';
import type { AccountId } from '../../../domain/accounts/account.ts';
import { ApiKey, type KeyDigest, type SealedKey, type StoredKey } from '../../../domain/accounts/api-key.ts';
import type { KeyringInUse } from './keyring.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX_CHARACTERS = 'ph_'.length;

/** AES-256-GCM over the 32 bytes of a key, as `k1.<key id>.<nonce, tag and ciphertext in base64url>`. */
export class AesKeySealing implements KeySealing {
  /** A key object: from a plain buffer, Node would create one for each digest, which takes eight times as long. */
  private readonly lookup: KeyObject;

  constructor(private readonly keyring: KeyringInUse) {
    this.lookup = createSecretKey(keyring.lookup);
  }

  digest(key: ApiKey): KeyDigest {
    if (this.keyring.isReplaced) throw new KeyringReplaced();
    return createHmac('sha256', this.lookup).update(`ph.lookup.v1\0${key.reveal()}`).digest('hex') as KeyDigest;
  }

  async seal(key: ApiKey, owner: AccountId) {
    const digest = this.digest(key);
    const { kid, key: secret } = await this.keyring.getWriteKey();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(kid, owner, digest));
    const ciphertext = Buffer.concat([cipher.update(key.reveal().slice(PREFIX_CHARACTERS), 'hex'), cipher.final()]);
    const body = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
    return { digest, sealed: `k1.${kid}.${body}` as SealedKey };
  }

  async open({ digest, sealed }: StoredKey, owner: AccountId): Promise<ApiKey> {
    const [format, kid = '', body = ''] = sealed.split('.');
    const secret = format === 'k1' ? (await this.keyring.findReadKey(kid))?.key : undefined;
    if (this.keyring.isReplaced) throw new KeyringReplaced();
    if (!secret) throw new BrokenSeal(`the key of ${owner} is sealed with an unknown key`);

    const key = ApiKey.fromEntropy(decrypt(secret, Buffer.from(body, 'base64url'), associatedData(kid, owner, digest)));
    if (this.digest(key) !== digest) throw new BrokenSeal(`the key of ${owner} is not the one it is looked up by`);
    return key;
  }

  async writesWith(): Promise<string> {
    return (await this.keyring.getWriteKey()).kid;
  }

  sealedWith(sealed: SealedKey): string {
    return sealed.split('.')[1] ?? '';
  }

  isLost(sealed: SealedKey): Promise<boolean> {
    return this.keyring.isLost(this.sealedWith(sealed));
  }

  isReplaced(): boolean {
    return this.keyring.isReplaced;
  }
}

function decrypt(secret: Buffer, body: Buffer, associated: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, secret, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(associated);
    decipher.setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new BrokenSeal('a sealed key was altered or belongs to another account', { cause: error });
  }
}

/** Length-prefixed, so that no two lists of parts give the same bytes. */
function associatedData(kid: string, owner: AccountId, digest: KeyDigest): Buffer {
  return Buffer.from(['ph.seal.v1', kid, owner, digest].map((part) => `${part.length}:${part}`).join(','));
}
