import { describe, expect, it } from 'vitest';
import { parseJsonFile } from '../../../../src/adapters/composition/configuration/parse-json-file.ts';
import fc from '../../../support/seeded-fast-check.ts';

const invalid = (details: string) => ({ kind: 'invalid', problem: `is not valid JSON${details}` });

describe('parseJsonFile', () => {
  it.each([
    ['', 'line 1, column 1: expected a value'],
    ['{"a": 1,}', 'line 1, column 9: expected a name in double quotes'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: expected a comma or the closing bracket'],
    ['{"a" 1}', 'line 1, column 6: expected a colon'],
    ["{'a': 1}", 'line 1, column 2: unknown word or character'],
    ['{"a": True}', 'line 1, column 7: unknown word or character'],
    ['{"a": 1', 'line 1, column 8: expected a comma or }'],
    ['[1, ]', 'line 1, column 5: expected a value'],
    ['[}', 'line 1, column 2: expected a value'],
    ['{} {}', 'line 1, column 4: expected nothing more'],
    ['{"a": "b\nc"}', 'line 1, column 7: this text in double quotes has no end'],
    ['// note\n{}', 'line 1, column 1: comments are not allowed'],
  ])('locates the error in %j at %s', (text, details) => {
    expect(parseJsonFile(text)).toEqual(invalid(` at ${details}`));
  });

  it('accepts exactly the input that JSON.parse accepts, and returns the same value', () => {
    const characters = fc.string({ unit: fc.constantFrom(...'{}[],:"\\ \n\t01.-+eEtrufalsn/\u0001\u2028'.split('')) });
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, stray]) => {
      const offset = at % (json.length + 1);
      return json.slice(0, offset) + stray + json.slice(offset + 1);
    });

    fc.assert(
      fc.property(fc.oneof(characters, fc.json(), damaged), (text) => {
        const outcome = parseJsonFile(text);

        expect(outcome).toEqual(
          isJson(text) ? { kind: 'value', value: JSON.parse(text) } : { kind: 'invalid', problem: expect.any(String) },
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('reports a position for the error in any truncated JSON', () => {
    const damaged = fc.tuple(fc.json(), fc.nat()).map(([json, at]) => json.slice(0, at % json.length));

    fc.assert(
      fc.property(
        damaged.filter((text) => !isJson(text)),
        (text) => {
          const outcome = parseJsonFile(text);

          expect(outcome.kind === 'invalid' && outcome.problem).toMatch(/^is not valid JSON at line \d+, column \d+: /);
        },
      ),
    );
  });

  it('rejects ten thousand open brackets without a position', () => {
    expect(parseJsonFile('['.repeat(10_000))).toEqual(invalid(''));
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
