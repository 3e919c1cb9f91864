import { describe, expect, it } from 'vitest';
import { KeyRotation } from '../../../../src/domain/accounts/key-rotation.ts';
import { anAccount, aRotation, aStoredKey } from '../../../support/builders/an-account.ts';

describe('KeyRotation', () => {
  it('applies while the account holds the key it retires', () => {
    const account = anAccount();
    const rotation = aRotation(account);

    expect(rotation.canApplyTo(account)).toBe(true);
    expect(rotation.canApplyTo(account.withKey(aStoredKey()))).toBe(false);
  });

  it('applies to no other account', () => {
    const account = anAccount();

    expect(aRotation(account).canApplyTo(anAccount({ key: account.key }))).toBe(false);
  });

  it('issues a key that the account does not hold yet', () => {
    const { id, key } = anAccount();

    expect(() => KeyRotation.of(id, key.digest, key, { by: 'cli', address: null })).toThrow('does not hold yet');
  });
});
