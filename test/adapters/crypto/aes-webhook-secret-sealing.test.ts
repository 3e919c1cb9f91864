import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AesKeySealing } from '../../../src/adapters/outbound/crypto/aes-key-sealing.ts';
import { AesWebhookSecretSealing } from '../../../src/adapters/outbound/crypto/aes-webhook-secret-sealing.ts';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import { BrokenSeal } from '../../../src/application/ports/secrets.ts';
import { ApiKey, type SealedKey } from '../../../src/domain/accounts/api-key.ts';
import { type SealedSecret, WebhookSecret } from '../../../src/domain/webhooks/webhook-secret.ts';
import { unchanging } from '../../support/builders/a-keyring.ts';
import { aWebhook } from '../../support/builders/a-webhook.ts';
import { anAccount } from '../../support/builders/an-account.ts';

const aSecret = () => WebhookSecret.fromEntropy(randomBytes(32));

describe('AesWebhookSecretSealing', () => {
  const keyring = Keyring.generate();
  const sealing = new AesWebhookSecretSealing(unchanging(keyring));
  const owner = aWebhook(anAccount().id);

  it('opens a secret that it sealed, and names the encryption key', async () => {
    const secret = aSecret();

    const sealed = await sealing.seal(secret, owner);

    expect((await sealing.open(sealed, owner)).reveal()).toBe(secret.reveal());
    expect(sealed).toMatch(new RegExp(`^w1\\.${keyring.primary.kid}\\.[A-Za-z0-9_-]{80}$`));
    expect(sealing.sealedWith(sealed)).toBe(keyring.primary.kid);
    expect(await sealing.seal(secret, owner)).not.toBe(sealed);
  });

  it('does not open a secret for another webhook or another account', async () => {
    const sealed = await sealing.seal(aSecret(), owner);

    await expect(sealing.open(sealed, aWebhook(owner.accountId))).rejects.toThrow(BrokenSeal);
    await expect(sealing.open(sealed, { ...owner, accountId: anAccount().id })).rejects.toThrow(BrokenSeal);
  });

  it('does not open a secret with another keyring, or of which a character is altered', async () => {
    const sealed = await sealing.seal(aSecret(), owner);
    const altered = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}` as SealedSecret;

    const other = new AesWebhookSecretSealing(unchanging(Keyring.generate()));
    await expect(other.open(sealed, owner)).rejects.toThrow(BrokenSeal);
    await expect(sealing.open(altered, owner)).rejects.toThrow(BrokenSeal);
    await expect(sealing.open('' as SealedSecret, owner)).rejects.toThrow(BrokenSeal);
  });

  it('opens no key as a secret, and no secret as a key', async () => {
    const keys = new AesKeySealing(unchanging(keyring));
    const key = ApiKey.fromEntropy(randomBytes(32));
    const sealedKey = await keys.seal(key, owner.accountId);
    const sealedSecret = await sealing.seal(aSecret(), owner);

    const asSecret = sealedKey.sealed.replace(/^k1/, 'w1') as SealedSecret;
    const asKey = sealedSecret.replace(/^w1/, 'k1') as SealedKey;
    await expect(sealing.open(asSecret, owner)).rejects.toThrow(BrokenSeal);
    const stored = { digest: sealedKey.digest, sealed: asKey, issuedAt: new Date() };
    await expect(keys.open(stored, owner.accountId)).rejects.toThrow(BrokenSeal);
  });
});

describe('WebhookSecret', () => {
  it('is whsec_ and 32 bytes in base64, and never prints itself', () => {
    const bytes = randomBytes(32);
    const secret = WebhookSecret.fromEntropy(bytes);

    expect(secret.reveal()).toBe(`whsec_${bytes.toString('base64')}`);
    for (const printed of [`${secret}`, JSON.stringify({ secret }), inspect({ secret })]) {
      expect(printed).not.toContain(bytes.toString('base64').slice(0, 10));
      expect(printed).toContain('whsec_…');
    }
  });
});
