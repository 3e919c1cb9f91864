import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { HmacSha256 } from '../../../src/adapters/outbound/crypto/hmac-sha256.ts';

const TEXTS = [
  '',
  'a',
  'ph.lookup.v1\0ph_00',
  'ph.lookup.v1\0ph_ff',
  'naïve 🔑',
  'x'.repeat(63),
  'x'.repeat(1000),
  'b',
];

it.each([1, 31, 32, 63, 64, 65, 200])('digests any text as Node does, with a secret of %d bytes', (bytes) => {
  const secret = randomBytes(bytes);
  const hmac = new HmacSha256(secret);

  const digests = TEXTS.map((text) => hmac.digest(text));

  expect(digests).toEqual(TEXTS.map((text) => createHmac('sha256', secret).update(text).digest('hex')));
});

it('computes test case 2 of RFC 4231', () => {
  expect(new HmacSha256(Buffer.from('Jefe')).digest('what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});
