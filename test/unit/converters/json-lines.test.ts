import { describe, expect, it } from 'vitest';
import { JsonLines } from '../../../src/adapters/converters/json-lines.ts';

const TEXT = `{
  "a": 1, "b": [true, {"x": "}\\"]"}],
  "c.d": {
    "e": [
      null,
      -1.5e3,

      {"f": "here"}
    ]
  },
  "\\u00e4": []
}`;

describe('JsonLines', () => {
  it.each([
    ['', 1],
    ['a', 2],
    ['b.1.x', 2],
    ['c.d', 3],
    ['c.d.e', 4],
    ['c.d.e.1', 6],
    ['c.d.e.2.f', 8],
    ['ä', 11],
  ])('finds %j on line %i', (path, line) => {
    expect(new JsonLines(TEXT).find(path)).toBe(line);
  });

  it.each([
    ['missing', 1],
    ['a.deeper', 2],
    ['c.d.e.7', 4],
    ['c.d.e.x', 4],
    ['c.d.e.2.g', 8],
  ])('falls back for %j to what would hold it, on line %i', (path, line) => {
    expect(new JsonLines(TEXT).find(path)).toBe(line);
  });

  it('finds the lines of one text in any order', () => {
    const lines = new JsonLines(JSON.stringify({ a: [[1], [2, 3], { b: [4, 5] }] }, null, 1));

    const paths = ['a.2.b.1', 'a.0.0', 'a.1.1', 'a.1.0', 'a.2.b.0', 'a.2.b.1', 'a.0'];

    expect(paths.map((path) => lines.find(path))).toEqual([13, 4, 8, 7, 12, 13, 3]);
  });
});
