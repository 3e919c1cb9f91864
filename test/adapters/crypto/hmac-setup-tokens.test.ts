import { describe, expect, it } from 'vitest';
import { HmacSetupTokens } from '../../../src/adapters/outbound/crypto/hmac-setup-tokens.ts';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';

const EXPIRY = new Date('2026-11-15T12:30:00.000Z');
const before = new Date(EXPIRY.getTime() - 1);
const tokens = new HmacSetupTokens(Keyring.generate());

describe('a setup token', () => {
  it('is valid until its expiry, and expired from then on', () => {
    const token = tokens.issue(EXPIRY);

    expect(tokens.verify(token, before)).toBe('valid');
    expect(tokens.verify(token, EXPIRY)).toBe('expired');
  });

  it('is valid on every instance with the same keyring, and on no other', () => {
    const keyring = Keyring.generate();
    const token = new HmacSetupTokens(keyring).issue(EXPIRY);

    expect(new HmacSetupTokens(keyring).verify(token, before)).toBe('valid');
    expect(tokens.verify(token, before)).toBe('invalid');
  });

  it('is invalid when any character is changed', () => {
    const token = tokens.issue(EXPIRY);
    for (const [index, character] of [...token].entries()) {
      const altered = `${token.slice(0, index)}${character === 'a' ? 'b' : 'a'}${token.slice(index + 1)}`;
      expect(tokens.verify(altered, before)).toBe('invalid');
    }
  });

  it('has exactly one valid spelling, although the last character has unused bits', () => {
    const token = tokens.issue(EXPIRY);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

    const spellings = [...alphabet].map((last) => tokens.verify(token.slice(0, -1) + last, before));

    expect(spellings.filter((verdict) => verdict === 'valid')).toHaveLength(1);
  });

  it('is invalid when it is cut, extended or combined from two tokens', () => {
    const token = tokens.issue(EXPIRY);
    const [expiry, nonce, signature] = token.split('.');
    const [, otherNonce] = tokens.issue(EXPIRY).split('.');
    for (const text of [
      '',
      '..',
      token.slice(0, -1),
      `${token}A`,
      `${token}\n`,
      ` ${token}`,
      `${token}.${signature}`,
      `zzzzzzzz.${nonce}.${signature}`,
      `${expiry}.${otherNonce}.${signature}`,
      `${expiry}.${nonce}.`,
      `${expiry}.${nonce}`,
    ]) {
      expect(tokens.verify(text, before)).toBe('invalid');
    }
  });
});
