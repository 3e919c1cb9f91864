import { describe, expect, it } from 'vitest';
import { countJson } from '../../../../src/domain/text/count-json.ts';
import { isList, type JsonValue } from '../../../../src/domain/text/json.ts';
import fc from '../../../support/seeded-fast-check.ts';

const count = (text: string, valuesMax = Number.POSITIVE_INFINITY) =>
  countJson(new TextEncoder().encode(text), valuesMax);

function countBuilt(value: JsonValue): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const members = (isList(value) ? value : Object.values(value)).map(countBuilt);
  return {
    values: members.reduce((sum, { values }) => sum + values, 1),
    depth: 1 + members.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
  };
}

describe('the size of a JSON text', () => {
  it('equals the number and the depth of the values that parsing would build', () => {
    const indents = fc.constantFrom(undefined, 1, '\t');

    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<JsonValue>, indents, (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(count(text)).toEqual(countBuilt(JSON.parse(text)));
      }),
    );
  });

  it('ignores brackets and commas in strings, also after escaped quotes', () => {
    expect(count('["[1,2]\\"{,\\\\",{"a,\\"[b":"]}"}]')).toEqual({ values: 4, depth: 2 });
  });

  it.each(['', ' ', '"', '"\\', ']]]', '[', '{"a'])('can be taken of malformed text: %s', (text) => {
    expect(count(text).values).toBeLessThan(3);
  });

  it('is not counted beyond the limit', () => {
    expect(count(`[${'{},'.repeat(1000)}{}]`, 10).values).toBe(11);
  });
});
