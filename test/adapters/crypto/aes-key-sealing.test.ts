import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AesKeySealing } from '../../../src/adapters/outbound/crypto/aes-key-sealing.ts';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import { BrokenSeal } from '../../../src/application/ports/secrets.ts';
import { ApiKey, type KeyDigest, type SealedKey, type StoredKey } from '../../../src/domain/accounts/api-key.ts';
import { unchanging } from '../../support/builders/a-keyring.ts';
import { anAccount } from '../../support/builders/an-account.ts';

const aKey = () => ApiKey.fromEntropy(randomBytes(32));
const stored = (sealed: { digest: KeyDigest; sealed: SealedKey }): StoredKey => ({ ...sealed, issuedAt: new Date() });

describe('AesKeySealing', () => {
  const keyring = Keyring.generate();
  const sealing = new AesKeySealing(unchanging(keyring));
  const { id: owner } = anAccount();

  it('opens a key that it sealed', async () => {
    const key = aKey();

    const opened = await sealing.open(stored(await sealing.seal(key, owner)), owner);

    expect(opened.reveal()).toBe(key.reveal());
  });

  it('seals a key differently each time, and names the encryption key', async () => {
    const key = aKey();
    const first = await sealing.seal(key, owner);
    const second = await sealing.seal(key, owner);

    expect(first.sealed).not.toBe(second.sealed);
    expect(first.digest).toBe(second.digest);
    expect(first.sealed).toMatch(new RegExp(`^k1\\.${keyring.primary.kid}\\.[A-Za-z0-9_-]{80}$`));
  });

  it('computes another digest with another keyring', () => {
    const key = aKey();

    expect(new AesKeySealing(unchanging(Keyring.generate())).digest(key)).not.toBe(sealing.digest(key));
  });

  it('does not open a key for another account', async () => {
    const sealed = stored(await sealing.seal(aKey(), owner));

    await expect(sealing.open(sealed, anAccount().id)).rejects.toThrow(BrokenSeal);
  });

  it('does not open a key with another digest', async () => {
    const sealed = { ...stored(await sealing.seal(aKey(), owner)), digest: sealing.digest(aKey()) };

    await expect(sealing.open(sealed, owner)).rejects.toThrow(BrokenSeal);
  });

  it('does not open a key of which any character is altered or missing', async () => {
    const sealed = stored(await sealing.seal(aKey(), owner));
    const [format, kid, body = ''] = sealed.sealed.split('.');
    for (let index = 0; index < body.length; index += 1) {
      const other = body[index] === 'A' ? 'B' : 'A';
      const altered = `${format}.${kid}.${body.slice(0, index)}${other}${body.slice(index + 1)}` as SealedKey;
      await expect(sealing.open({ ...sealed, sealed: altered }, owner)).rejects.toThrow(BrokenSeal);
      const cut = `${format}.${kid}.${body.slice(0, index)}` as SealedKey;
      await expect(sealing.open({ ...sealed, sealed: cut }, owner)).rejects.toThrow(BrokenSeal);
    }
  });

  it('opens with any key of the keyring, and reports an unknown key', async () => {
    const old = Keyring.generate();
    const sealed = stored(await new AesKeySealing(unchanging(old)).seal(aKey(), owner));
    const withBoth = new Keyring(old.lookup, [keyring.primary, old.primary]);
    const without = new Keyring(old.lookup, [keyring.primary]);

    expect(await new AesKeySealing(unchanging(withBoth)).open(sealed, owner)).toBeInstanceOf(ApiKey);
    await expect(new AesKeySealing(unchanging(without)).open(sealed, owner)).rejects.toThrow('unknown key');
  });

  it('reports which encryption key a key is sealed with, and which one it seals with', async () => {
    const { sealed } = await sealing.seal(aKey(), owner);

    expect(sealing.sealedWith(sealed)).toBe(keyring.primary.kid);
    expect(await sealing.writesWith()).toBe(keyring.primary.kid);
  });
});
