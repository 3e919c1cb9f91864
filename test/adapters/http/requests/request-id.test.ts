import { describe, expect, it } from 'vitest';
import { requestId } from '../../../../src/adapters/inbound/http/request/request-id.ts';
import fc from '../../../support/seeded-fast-check.ts';

describe('requestId', () => {
  it("is the caller's own, from 1 to 128 letters, digits, dots, underscores and dashes", () => {
    fc.assert(fc.property(fc.stringMatching(/^[A-Za-z0-9._-]{1,128}$/), (text) => requestId(text) === text));
  });

  it('is a new one for everything else, and always harmless', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xff).map((unit) => String.fromCharCode(unit)), maxLength: 200 }), (text) =>
        /^[A-Za-z0-9._-]{1,128}$/.test(requestId(text)),
      ),
    );
  });

  it.each(['', 'a b', 'a\n', 'a\r\nSet-Cookie: b', 'é', 'x'.repeat(129), undefined])('is a new one for %j', (text) => {
    expect(requestId(text)).toMatch(/^[0-9a-f-]{36}$/);
    expect(requestId(text)).not.toBe(requestId(text));
  });

  it('is a new one when several were sent', () => {
    expect(requestId(['a', 'b'])).toMatch(/^[0-9a-f-]{36}$/);
  });
});
