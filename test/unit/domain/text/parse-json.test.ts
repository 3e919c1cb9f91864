import { describe, expect, it } from 'vitest';
import { parseExactJson, parseJson } from '../../../../src/domain/text/parse-json.ts';
import { longTimeout, tenThousandRuns } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

/** Short keys that often share a prefix and need escapes. */
const key = fc.string({
  unit: fc.constantFrom('a', '\\', '"', '\n', '\0', '\u2028', 'n', 'u', '0', ':', '{', '}', ' '),
});
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, key, fc.integer(), fc.constant(null), fc.array(tie('tree')), tie('object')),
  object: fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
}));

/** Turns objects into lists of members, so that comparing them includes the order of keys. */
const toMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toMembers);
  if (typeof value !== 'object' || value === null) return value;
  return { members: Object.entries(value).map(([name, member]) => [name, toMembers(member)]) };
};

describe('parsed JSON', () => {
  it.each([
    ['{"a":1,"\\\\":2}', '{"a":1,"\\n":2}', ['a', '\n']],
    ['{"a":1,"\\\\":2}', '{"a":1,"\\"":2}', ['a', '"']],
    ['{"a":1,"\\\\":2}', '{"a":1,"\\u0041":2}', ['a', 'A']],
    ['{"a":1,"b\\\\":2}', '{"a":1,"b\\n" : 2}', ['a', 'b\n']],
    ['{"a":1,"say \\\\\\"hi":2}', '{"a":1,"say \\"hi\\"":2}', ['a', 'say "hi"']],
  ])('has its own keys when %s was parsed before %s', (before, text, keys) => {
    parseJson(before);
    parseJson(before);

    expect(Object.keys(parseJson(text) as object)).toEqual(keys);
  });

  it('equals what was serialized, whatever was parsed before', longTimeout, () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(toMembers(parseJson(JSON.stringify(value)))).toEqual(toMembers(value));
      }),
      tenThousandRuns,
    );
  });

  it.each([
    '{"\\n":1,"\\n":2,"__proto__":{"\\n":[]},"b":[{}, [{"c":"{\\"d\\":[1]}"}]]}',
    ' { "\\t" : [ ] , "a" : "\\\\" } ',
    '{"\\\\":"\\\\"}',
    '{"\\n":[-1.5e+10, 0, true,false,null ,[],[[]],{}]\r\n,"a"\t:1}',
  ])('equals the result of JSON.parse: %s', (text) => {
    expect(toMembers(parseJson(text))).toEqual(toMembers(JSON.parse(text)));
    expect(Object.getPrototypeOf(parseJson(text))).toBe(Object.prototype);
  });

  it.each([
    ['[1234567890123456789012345,-1234567890123456789012]', [2 ** 53, 2 ** 53]],
    ['{"a":123456789012345678901,"b":1e300}', { a: 123456789012345680000, b: 1e300 }],
    ['[0.1234567890123456789012345,1234567890123456789012345e1]', [0.12345678901234568, 1.2345678901234568e25]],
    [
      '["1234567890123456789012345","\\\\\\"1234567890123456789012345"]',
      ['1234567890123456789012345', '\\"1234567890123456789012345'],
    ],
  ])('has 2^53 for integers that would look like other numbers, if it is to be exact: %s', (text, value) => {
    expect(parseExactJson(text)).toEqual(value);
  });

  it.each(['', '{', '{"a\\n":}', '{"a\\n":1,}', '{"\\x":1}', '"\\', '["a\\n":1]'])('rejects %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('handles long texts with many escapes', () => {
    const text = '\\"{'.repeat(1_000_000);

    expect(parseJson(JSON.stringify({ '\n': text }))).toEqual({ '\n': text });
  });
});
