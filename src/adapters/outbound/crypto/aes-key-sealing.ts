import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { BrokenSeal, KeyringReplaced, type KeySealing } from '../../../application/ports/secrets.ts';
import type { AccountId } from '../../../domain/accounts/account.ts';
import { ApiKey, type KeyDigest, type SealedKey, type StoredKey } from '../../../domain/accounts/api-key.ts';
import type { KeyringInUse } from './keyring/keyring.ts';
import { decrypt, encrypt } from './sealed-bytes.ts';

const PREFIX_CHARACTERS = 'ph_'.length;

/** AES-256-GCM over the 32 bytes of a key, as `k1.<key id>.<nonce, tag and ciphertext in base64url>`. */
export class AesKeySealing implements KeySealing {
  /** Made once: for bytes, Node.js makes such an object for every digest, which takes longer than the digest. */
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
    const body = encrypt(
      secret,
      Buffer.from(key.reveal().slice(PREFIX_CHARACTERS), 'hex'),
      partsOf(kid, owner, digest),
    );
    return { digest, sealed: `k1.${kid}.${body}` as SealedKey };
  }

  async open({ digest, sealed }: StoredKey, owner: AccountId): Promise<ApiKey> {
    const [format, kid = '', body = ''] = sealed.split('.');
    const secret = format === 'k1' ? (await this.keyring.findReadKey(kid))?.key : undefined;
    if (this.keyring.isReplaced) throw new KeyringReplaced();
    if (!secret) throw new BrokenSeal(`the key of ${owner} is sealed with an unknown key`);

    const key = ApiKey.fromEntropy(decrypt(secret, body, partsOf(kid, owner, digest)));
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

const partsOf = (kid: string, owner: AccountId, digest: KeyDigest) => ['ph.seal.v1', kid, owner, digest] as const;
