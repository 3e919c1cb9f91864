import { describe, expect, it } from 'vitest';
import { foreignName } from '../../../../src/domain/naming/foreign-name.ts';
import { parsePromptId, parsePromptName } from '../../../../src/domain/naming/prompt-name.ts';
import fc from '../../../support/seeded-fast-check.ts';

const twoThousandRuns = { numRuns: 2000 };

describe('foreignName', () => {
  it.each([
    ['a valid name', 'support/reply.v2_x', 'support/reply.v2_x'],
    ['an id', 'p_1763251200000_a1b2c3', 'p_1763251200000_a1b2c3'],
  ])('leaves %s as it is', (_what, text, name) => {
    expect(foreignName(text)).toBe(name);
  });

  it.each([
    ['upper case', 'F/Greet', 'f/greet'],
    ['spaces and punctuation', 'Reply to customer (v2)!', 'reply-to-customer-v2'],
    ['accents', 'Réponse/Größe', 'reponse/gro-e'],
    ['compatibility characters', '\u{FB01}nal\u2460', 'final1'],
    ['a dotted capital I', '\u0130stanbul', 'istanbul'],
    ['characters that no segment begins with', './_hidden/-a', 'hidden/a'],
    ['dashes at the end of a segment', 'A--/b-', 'a/b'],
    ['empty segments', '//a///b/', 'a/b'],
    ['segments of punctuation only', 'a/***/b', 'a/b'],
    ['more than five segments', 'a/b/c/d/e/f/g', 'a/b/c/d/e-f-g'],
    ['a backslash', 'a\\b', 'a-b'],
    ['dots at the end', 'a.', 'a.'],
    ['a sign between letters of another script', '\u4f60a\u597d', 'a'],
  ])('converts %s', (_what, text, name) => {
    expect(foreignName(text)).toBe(name);
  });

  it.each(['', '/', '---', '\u4f60\u597d', '._-', '!!!/???'])('is undefined if nothing is left of %j', (text) => {
    expect(foreignName(text)).toBeUndefined();
  });

  it('cuts to 128 characters and trims what the cut leaves', () => {
    expect(foreignName('A'.repeat(200))).toBe('a'.repeat(128));
    expect(foreignName(`A${'b'.repeat(126)}-cd`)).toBe(`a${'b'.repeat(126)}`);
    expect(foreignName(`A${'b'.repeat(126)}/cd`)).toBe(`a${'b'.repeat(126)}`);
    expect(foreignName(`A${'b'.repeat(125)}/_cd`)).toBe(`a${'b'.repeat(125)}/c`);
  });

  it('is always a valid name or id, and that of itself', () => {
    const parts = fc.array(fc.constantFrom('a', 'B', 'cd'.repeat(20), '/', '.', '_', '-', ' ', '\u00e9', '\u4f60'));
    const text = fc.oneof(
      parts.map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    );

    fc.assert(
      fc.property(text, (source) => {
        const name = foreignName(source);
        if (name === undefined) return;
        expect(parsePromptName(name) ?? parsePromptId(name)).toBe(name);
        expect(foreignName(name)).toBe(name);
      }),
      twoThousandRuns,
    );
  });

  it('takes linear time for a million dashes', () => {
    expect(foreignName(`${'-'.repeat(1_000_000)}x/`.repeat(2))).toBe('x/x');
  });
});
