import { describe, expect, it } from 'vitest';
import { requestIdFrom } from '../../../../src/adapters/inbound/http/request/request-state.ts';
import fc from '../../../support/seeded-fast-check.ts';

describe('requestIdFrom', () => {
  it('is the id of the client, if it has 1 to 128 letters, digits, dots, underscores and dashes', () => {
    fc.assert(fc.property(fc.stringMatching(/^[A-Za-z0-9._-]{1,128}$/), (text) => requestIdFrom(text) === text));
  });

  it('is always safe to log and echo', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xff).map((unit) => String.fromCharCode(unit)), maxLength: 200 }), (text) =>
        /^[A-Za-z0-9._-]{1,128}$/.test(requestIdFrom(text)),
      ),
    );
  });

  it.each(['', 'a b', 'a\n', 'a\r\nSet-Cookie: b', 'é', 'x'.repeat(129), undefined])(
    'is generated for the invalid id %j',
    (text) => {
      expect(requestIdFrom(text)).toMatch(/^[0-9a-f-]{36}$/);
      expect(requestIdFrom(text)).not.toBe(requestIdFrom(text));
    },
  );

  it('is generated when the client sent several', () => {
    expect(requestIdFrom(['a', 'b'])).toMatch(/^[0-9a-f-]{36}$/);
  });
});
