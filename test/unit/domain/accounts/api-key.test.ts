import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';

const TEXT = `ph_${'0123456789abcdef'.repeat(4)}`;

describe('ApiKey', () => {
  it('is ph_ and 64 hex characters, made from 32 random bytes', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 8);

    expect(ApiKey.fromEntropy(bytes).reveal()).toMatch(/^ph_00081018[0-9a-f]{56}$/);
  });

  it('cannot be made from fewer random bytes', () => {
    expect(() => ApiKey.fromEntropy(new Uint8Array(16))).toThrow('exactly 32 random bytes');
  });

  it('parses what it reveals', () => {
    expect(ApiKey.parse(TEXT)?.reveal()).toBe(TEXT);
  });

  it.each([
    ['upper case', TEXT.toUpperCase()],
    ['upper case hex', `ph_${'A'.repeat(64)}`],
    ['one character short', TEXT.slice(0, -1)],
    ['one character long', `${TEXT}0`],
    ['another prefix', TEXT.replace('ph_', 'pk_')],
    ['a trailing newline', `${TEXT}\n`],
    ['a leading space', ` ${TEXT}`],
    ['nothing', ''],
  ])('does not accept %s', (_, text) => {
    expect(ApiKey.parse(text)).toBeUndefined();
  });
});
