import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AesKeySealing } from '../../src/adapters/outbound/crypto/aes-key-sealing.ts';
import { Keyring } from '../../src/adapters/outbound/crypto/keyring.ts';
import { BrokenSeal } from '../../src/application/ports/hashing.ts';
import { ApiKey, type KeyDigest, type SealedKey, type StoredKey } from '../../src/domain/api-key.ts';
import { anAccount } from '../support/an-account.ts';

const aKey = () => ApiKey.fromEntropy(randomBytes(32));
const stored = (sealed: { digest: KeyDigest; sealed: SealedKey }): StoredKey => ({ ...sealed, issuedAt: new Date() });

describe('AesKeySealing', () => {
  const keyring = Keyring.generate();
  const sealing = new AesKeySealing(keyring);
  const { id: owner } = anAccount();

  it('opens what it sealed', () => {
    const key = aKey();

    expect(sealing.open(stored(sealing.seal(key, owner)), owner).reveal()).toBe(key.reveal());
  });

  it('seals a key differently each time, and names the key it sealed with', () => {
    const key = aKey();
    const first = sealing.seal(key, owner);
    const second = sealing.seal(key, owner);

    expect(first.sealed).not.toBe(second.sealed);
    expect(first.digest).toBe(second.digest);
    expect(first.sealed).toMatch(new RegExp(`^k1\\.${keyring.primary.kid}\\.[A-Za-z0-9_-]{80}$`));
  });

  it('gives another digest under another keyring', () => {
    const key = aKey();

    expect(new AesKeySealing(Keyring.generate()).digest(key)).not.toBe(sealing.digest(key));
  });

  it('does not open for another account', () => {
    const sealed = stored(sealing.seal(aKey(), owner));

    expect(() => sealing.open(sealed, anAccount().id)).toThrow(BrokenSeal);
  });

  it('does not open under another digest', () => {
    const sealed = { ...stored(sealing.seal(aKey(), owner)), digest: sealing.digest(aKey()) };

    expect(() => sealing.open(sealed, owner)).toThrow(BrokenSeal);
  });

  it('does not open when any character was altered or is missing', () => {
    const sealed = stored(sealing.seal(aKey(), owner));
    const [format, kid, body = ''] = sealed.sealed.split('.');
    for (let place = 0; place < body.length; place += 1) {
      const other = body[place] === 'A' ? 'B' : 'A';
      const altered = `${format}.${kid}.${body.slice(0, place)}${other}${body.slice(place + 1)}` as SealedKey;
      expect(() => sealing.open({ ...sealed, sealed: altered }, owner)).toThrow(BrokenSeal);
      const cut = `${format}.${kid}.${body.slice(0, place)}` as SealedKey;
      expect(() => sealing.open({ ...sealed, sealed: cut }, owner)).toThrow(BrokenSeal);
    }
  });

  it('opens with any key of the ring, and says so when it is not on the ring', () => {
    const old = Keyring.generate();
    const sealed = stored(new AesKeySealing(old).seal(aKey(), owner));
    const grown = new Keyring(old.lookup, [keyring.primary, old.primary]);
    const without = new Keyring(old.lookup, [keyring.primary]);

    expect(new AesKeySealing(grown).open(sealed, owner)).toBeInstanceOf(ApiKey);
    expect(() => new AesKeySealing(without).open(sealed, owner)).toThrow('unknown key');
  });
});
