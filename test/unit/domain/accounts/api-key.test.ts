import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';

describe('ApiKey', () => {
  it('is ph_ and 64 hex characters, made from 32 random bytes', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 8);

    expect(ApiKey.fromEntropy(bytes).reveal()).toMatch(/^ph_00081018[0-9a-f]{56}$/);
  });

  it('cannot be made from fewer random bytes', () => {
    expect(() => ApiKey.fromEntropy(new Uint8Array(16))).toThrow('exactly 32 random bytes');
  });
});
