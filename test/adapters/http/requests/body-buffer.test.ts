import { describe, expect, it } from 'vitest';
import { BodyBuffer } from '../../../../src/adapters/inbound/http/body/body-buffer.ts';
import fc from '../../../support/seeded-fast-check.ts';

describe('the chunks of a body', () => {
  it('are joined in order, whatever their sizes', () => {
    const sizes = fc.array(fc.oneof(fc.nat(10), fc.nat(70_000), fc.constantFrom(16_383, 16_384, 65_536)));

    fc.assert(
      fc.property(sizes, (lengths) => {
        const chunks = lengths.map((length, index) => Buffer.alloc(length, index + 1));
        const body = new BodyBuffer();
        for (const chunk of chunks) body.append(chunk);
        expect(Buffer.compare(body.join(), Buffer.concat(chunks))).toBe(0);
      }),
    );
  });

  it('are not copied when there is one', () => {
    const chunk = Buffer.from('{}');
    const body = new BodyBuffer();

    body.append(chunk);

    expect(body.join()).toBe(chunk);
  });
});
