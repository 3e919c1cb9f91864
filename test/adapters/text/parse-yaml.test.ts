import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../src/adapters/text/parse-yaml.ts';

const TEXT = `a: 1
b:
  - x
  - y: |
      one
      two
  - z: "q"
"c.d": &anchor {e: f}
g:
  <<: *anchor
`;

/** Each list holds the one before ten times. */
function aliasBomb(): string {
  const lists = Array.from(
    { length: 8 },
    (_, index) => `l${index + 1}: &l${index + 1} [${Array(10).fill(`*l${index}`)}]`,
  );
  return ['l0: &l0 [x]', ...lists].join('\n');
}

describe('parseYaml', () => {
  it('resolves anchors and merge keys', () => {
    expect(parseYaml(TEXT)).toMatchObject({
      value: { a: 1, b: ['x', { y: 'one\ntwo\n' }, { z: 'q' }], 'c.d': { e: 'f' }, g: { e: 'f' } },
    });
  });

  it.each([
    ['a', 1],
    ['b.0', 3],
    ['b.1.y', 5],
    ['b.2.z', 7],
    ['c.d.e', 8],
    ['b.7', 3],
    ['missing', 1],
  ])('finds %s on line %i', (path, line) => {
    const parsed = parseYaml(TEXT);

    expect(parsed.kind === 'value' && parsed.lineOf(path)).toBe(line);
  });

  it.each([
    ['a: "x\nb: 1', 'is not YAML: '],
    ['a: 1\n---\nb: 2', 'is not YAML: it holds more than one document'],
    ['a: .inf', 'has values in its YAML that JSON cannot represent'],
    [aliasBomb(), 'has values in its YAML that JSON cannot represent'],
  ])('refuses %j', (text, problem) => {
    expect(parseYaml(text)).toMatchObject({ kind: 'invalid', problem: expect.stringContaining(problem) });
  });
});
