import { describe, expect, it } from 'vitest';
import {
  Account,
  type DisplayName,
  newAccountId,
  type PasswordHash,
  parseDisplayName,
  parseEmail,
} from '../../../../src/domain/accounts/account.ts';
import { anAccount, aStoredKey } from '../../../support/builders/an-account.ts';
import fc from '../../../support/seeded-fast-check.ts';

const NOW = new Date('2026-11-15T12:00:00.000Z');
const bytes = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((all) => all.filter((byte) => byte < 252).length > 5);

describe('an account id', () => {
  it('is u_, thirteen digits of milliseconds and six letters or digits', () => {
    fc.assert(
      fc.property(bytes, (entropy) => {
        expect(newAccountId(NOW, entropy)).toMatch(/^u_1794744000000_[a-z0-9]{6}$/);
      }),
    );
  });

  it('skips bytes that would favour some letters', () => {
    const favoured = Uint8Array.from({ length: 32 }, (_, index) => (index < 26 ? 255 : index));

    expect(newAccountId(NOW, favoured)).toBe('u_1794744000000_012345');
  });
});

describe('an e-mail address', () => {
  it('is trimmed and lower-cased', () => {
    expect(parseEmail('  Ada.Lovelace@Example.COM\t')).toBe('ada.lovelace@example.com');
  });

  it('has at most 254 characters', () => {
    expect(parseEmail(`${'a'.repeat(242)}@example.com`)).toBeDefined();
    expect(parseEmail(`${'a'.repeat(243)}@example.com`)).toBeUndefined();
  });

  it('stays the same when it is parsed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (local, domain) => {
        const parsed = parseEmail(`${local}@${domain}.org`);
        if (parsed !== undefined) expect(parseEmail(parsed)).toBe(parsed);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a display name', () => {
  it('has 1 to 100 characters, counted as code points', () => {
    expect(parseDisplayName('A')).toBe('A');
    expect(parseDisplayName('🦁'.repeat(100))).toBe('🦁'.repeat(100));
    expect(parseDisplayName('🦁'.repeat(101))).toBeUndefined();
    expect(parseDisplayName('')).toBeUndefined();
  });

  it('is not blank and has no control characters', () => {
    expect(parseDisplayName('   ')).toBeUndefined();
    expect(parseDisplayName('Ada\u001b[2J')).toBeUndefined();
    expect(parseDisplayName('Ada\nroot')).toBeUndefined();
  });
});

describe('Account', () => {
  it('holds its key and no other', () => {
    const account = anAccount();

    expect(account.holds(account.key.digest)).toBe(true);
    expect(account.holds(aStoredKey().digest)).toBe(false);
  });

  it('returns a new account when its key or password changes, and is immutable', () => {
    const account = anAccount();
    const key = aStoredKey();

    expect(account.withKey(key)).toEqual({ ...account, key });
    expect(account.withName('Eve' as DisplayName)).toEqual({ ...account, name: 'Eve' });
    expect(account.withRehashedPassword('other' as PasswordHash)).toEqual({ ...account, passwordHash: 'other' });
    expect(account.key).not.toEqual(key);
  });

  it('counts changes of its password, but not rehashing', () => {
    const account = anAccount({ sessionEpoch: 3 });

    expect(account.withChangedPassword('other' as PasswordHash)).toEqual({
      ...account,
      passwordHash: 'other',
      sessionEpoch: 4,
    });
    expect(account.withRehashedPassword('other' as PasswordHash).sessionEpoch).toBe(3);
    expect(() => Account.of({ ...account, sessionEpoch: -1 })).toThrow('counts from 0');
  });

  it('requires a password and a key', () => {
    const account = anAccount();

    expect(() => Account.of({ ...account, passwordHash: '' as PasswordHash })).toThrow('has a password');
    expect(() => Account.of({ ...account, key: { ...account.key, digest: '' as never } })).toThrow('has a key');
  });
});
