import { describe, expect, it } from 'vitest';
import { parseTag, parseTags } from '../../../../../src/domain/prompts/naming/tag.ts';

describe('a tag', () => {
  it.each(['mail', '2024', 'a.b_c-d', 'x'.repeat(36)])('may be %s', (text) => {
    expect(parseTag(text)).toBe(text);
  });

  it.each(['', 'Mail', '-a', 'a b', 'a\n', 'x'.repeat(37)])('cannot be %j', (text) => {
    expect(parseTag(text)).toBeUndefined();
  });
});

describe('the tags of a prompt', () => {
  it('preserve their order', () => {
    expect(parseTags(['b', 'a'])).toEqual({ kind: 'tags', tags: ['b', 'a'] });
  });

  it('are rejected with all problems', () => {
    expect(parseTags(['a', 'B', 'a'])).toEqual({
      kind: 'invalid',
      problems: [
        { path: 'tags.1', problem: 'malformed' },
        { path: 'tags.2', problem: 'duplicate' },
      ],
    });
  });

  it('are limited to twenty', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `tag-${index}`);

    expect(parseTags(twenty)).toMatchObject({ kind: 'tags' });
    expect(parseTags([...twenty, 'one-more'])).toMatchObject({ problems: [{ path: 'tags', problem: 'too-many' }] });
  });
});
