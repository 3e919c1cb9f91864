import { describe, expect, it } from 'vitest';
import { foreignTags, parseTags } from '../../../../src/domain/naming/tag.ts';

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

describe('the tags of another tool', () => {
  it.each([
    ['mail', 'mail'],
    ['Größe 1', 'gro-e-1'],
    ['Été', 'ete'],
    ['..a--b_', 'a--b_'],
    ['ﬁne', 'fine'],
    ['a/b', 'a-b'],
    [`${'a'.repeat(35)} b`, 'a'.repeat(35)],
    [`${'-'.repeat(100_000)}a${'-'.repeat(100_000)}`, 'a'],
  ])('are made valid: %s', (text, tag) => {
    expect(foreignTags([text])).toEqual([tag]);
  });

  it('are left out where nothing remains, and where they are duplicates', () => {
    expect(foreignTags(['A b', '…', '', 'a-b', 'c'])).toEqual(['a-b', 'c']);
  });
});
