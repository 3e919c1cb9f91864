import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  findInexact,
  isBoundedJson,
  isList,
  isLongerJson,
  JSON_DEPTH_MAX,
  type JsonValue,
  jsonBytes,
} from '../../../../src/domain/text/json.ts';
import { parseJson } from '../../../../src/domain/text/parse-json.ts';
import { utf8Bytes } from '../../../../src/domain/text/utf8.ts';
import { longTimeout, tenThousandRuns } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

const arbitraryJson = fc.jsonValue() as fc.Arbitrary<JsonValue>;

function nestedList(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** The same value with the keys of every object in reverse order. */
function reversed(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(members.reverse());
}

describe('an integer that JSON may have changed', () => {
  it.each([
    ['9007199254740991', undefined],
    ['-9007199254740991', undefined],
    ['9007199254740993', ''],
    ['-9007199254740993', ''],
    ['1e20', ''],
    ['12345678901234567890.0', ''],
    ['-1e21', undefined],
    ['1e300', undefined],
    ['0.1234567890123456789', undefined],
    ['"9007199254740993"', undefined],
    ['{"a":[{},[null,1,9007199254740993]],"b":1e20}', '.a.1.2'],
  ])('is found where it is: %s', (text, path) => {
    expect(findInexact(parseJson(text) as JsonValue)).toBe(path);
  });
});

describe('canonical JSON', () => {
  it('parses to the same value', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryJson, (value) => {
        expect(parseJson(canonicalJson(value))).toEqual(parseJson(JSON.stringify(value)));
      }),
      tenThousandRuns,
    );
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(arbitraryJson, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('sorts keys by code units, has no white space and preserves the order of lists', () => {
    expect(canonicalJson({ b: [2, 1], '10': null, '9': -0, a: { '\u{1f600}': 1, '\uffff': 'x y' } })).toBe(
      '{"10":null,"9":0,"a":{"\u{1f600}":1,"\uffff":"x y"},"b":[2,1]}',
    );
  });

  it('has as many bytes as JSON.stringify writes', () => {
    fc.assert(
      fc.property(arbitraryJson, (value) => {
        expect(jsonBytes(value)).toBe(Buffer.byteLength(canonicalJson(value)));
      }),
    );
  });

  it('preserves a key named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });
});

describe('the estimated length of JSON', () => {
  it('is never above the length of the canonical form', () => {
    fc.assert(
      fc.property(arbitraryJson, (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(isLongerJson(plain, utf8Bytes(canonicalJson(plain)))).toBe(false);
      }),
    );
  });

  it('is exact for ASCII without escapes, apart from numbers and literals', () => {
    const value = { a: ['b', 1], c: {}, d: 'eee' };

    expect(isLongerJson(value, canonicalJson(value).length - 1)).toBe(true);
  });

  it('is not computed beyond the limit', () => {
    const list = new Proxy(Array(1000).fill('x'), {
      get(target, key) {
        if (key === '10') throw new Error('the eleventh member was read');
        return Reflect.get(target, key);
      },
    });

    expect(isLongerJson(list, 9)).toBe(true);
  });
});

describe('bounded JSON', () => {
  it('accepts everything that JSON.parse returns, up to a depth', () => {
    fc.assert(fc.property(arbitraryJson, (value) => isBoundedJson(value, 100)));

    expect(isBoundedJson(nestedList(JSON_DEPTH_MAX))).toBe(true);
    expect(isBoundedJson(nestedList(JSON_DEPTH_MAX + 1))).toBe(false);
    expect(isBoundedJson(nestedList(1_000_000))).toBe(false);
  });

  it.each([undefined, Number.NaN, JSON.parse('1e999'), () => 1, Symbol('a'), 1n, new Date(0), new Map()])(
    'is not %s',
    (value) => {
      expect(isBoundedJson(value)).toBe(false);
      expect(isBoundedJson({ inside: [value] })).toBe(false);
    },
  );
});

describe('the UTF-8 length of a text', () => {
  it('equals the length of the encoded text', longTimeout, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\ud800', '\udc00', '\udc00\ud800'),
        (text, lone) => {
          expect(utf8Bytes(text + lone + text)).toBe(new TextEncoder().encode(text + lone + text).length);
        },
      ),
      tenThousandRuns,
    );
  });
});
