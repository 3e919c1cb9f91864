import { createCipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The same digests and sealed keys as the service's, so that both work on the same accounts. */
export function baselineKeys(keyringFile: string) {
  const { lookup, enc } = JSON.parse(readFileSync(keyringFile, 'utf8'));
  // Bytes would be imported again for every digest.
  const lookupKey = createSecretKey(lookup, 'base64url');
  const kid: string = enc[0].kid;
  const secret = createSecretKey(enc[0].key, 'base64url');

  const digest = (key: string): string => createHmac('sha256', lookupKey).update(`ph.lookup.v1\0${key}`).digest('hex');
  const associatedData = (accountId: string, digest: string): Buffer =>
    Buffer.from(['ph.seal.v1', kid, accountId, digest].map((part) => `${part.length}:${part}`).join(','));

  return {
    digest,
    make: () => `ph_${randomBytes(32).toString('hex')}`,
    seal: (key: string, accountId: string): string => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: 16 });
      cipher.setAAD(associatedData(accountId, digest(key)));
      const text = Buffer.concat([cipher.update(key.slice(3), 'hex'), cipher.final()]);
      return `k1.${kid}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
  };
}

export type BaselineKeys = ReturnType<typeof baselineKeys>;
