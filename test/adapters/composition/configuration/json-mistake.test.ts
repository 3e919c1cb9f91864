import { describe, expect, it } from 'vitest';
import { findJsonMistake } from '../../../../src/adapters/composition/configuration/json-mistake.ts';
import fc from '../../../support/seeded-fast-check.ts';

describe('a mistake in JSON', () => {
  it.each([
    ['', 'line 1, column 1: expected a value'],
    ['{"a": 1,}', 'line 1, column 9: expected a name in double quotes'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: expected a comma or the closing bracket'],
    ['{"a" 1}', 'line 1, column 6: expected a colon'],
    ["{'a': 1}", 'line 1, column 2: expected a name in double quotes or }'],
    ['[1, ]', 'line 1, column 5: expected a value'],
    ['[}', 'line 1, column 2: expected a value or ]'],
    ['{} {}', 'line 1, column 4: expected nothing more'],
    ['{"a": "b\nc"}', 'line 1, column 7: expected a value'],
    ['// note\n{}', 'line 1, column 1: expected a value'],
  ])('%j is at %s', (text, mistake) => {
    expect(findJsonMistake(text)).toBe(mistake);
  });

  it('is found in exactly the texts that JSON.parse refuses', () => {
    const characters = fc.string({ unit: fc.constantFrom(...'{}[],:"\\ \n\t01.-+eEtrufalsn/\u0001\u2028'.split('')) });
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, stray]) => {
      const offset = at % (json.length + 1);
      return json.slice(0, offset) + stray + json.slice(offset + 1);
    });

    fc.assert(
      fc.property(fc.oneof(characters, fc.json(), damaged), (text) => {
        expect(findJsonMistake(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('is found behind ten thousand open brackets', () => {
    expect(findJsonMistake('['.repeat(10_000))).toBe('line 1, column 10001: expected a value or ]');
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
