import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOf } from '../../../../src/adapters/inbound/http/request/list-of.ts';
import fc from '../../../support/seeded-fast-check.ts';
import { times } from '../support/api.ts';

const pairs = { name: z.string(), value: z.int().default(1) };

describe('a list in a request', () => {
  const brief = listOf(z.strictObject(pairs));
  const usual = z.array(z.strictObject(pairs));

  it('is validated like any other, as long as there are few problems', () => {
    const member = fc.record({ name: fc.oneof(fc.string(), fc.nat()), value: fc.nat() }, { requiredKeys: [] });
    const anything = fc.oneof(fc.array(member, { maxLength: 9 }), fc.string(), fc.constant(undefined));

    fc.assert(
      fc.property(anything, (value) => {
        const { success, data, error } = brief.safeParse(value);
        const expected = usual.safeParse(value);
        expect({ success, issues: error?.issues }).toEqual({
          success: expected.success,
          issues: expected.error?.issues,
        });
        expect(data).toEqual(expected.data);
      }),
    );
  });

  it('is documented like any other', () => {
    expect(z.toJSONSchema(brief.max(3).describe('x'))).toEqual(z.toJSONSchema(usual.max(3).describe('x')));
  });

  it('is validated until twenty problems are found', () => {
    let checks = 0;
    const even = z.int().refine((value) => {
      checks += 1;
      return value % 2 === 0;
    });

    const { error } = listOf(even).safeParse(times(1000, Number));

    expect(error?.issues.map(({ path }) => path)).toEqual(times(20, (index) => [2 * index + 1]));
    expect(checks).toBe(40);
  });
});
