import { describe, expect, it } from 'vitest';
import {
  folderOf,
  type PromptName,
  parsePromptName,
  parsePromptReference,
  promptNameProblem,
} from '../../../../src/domain/naming/prompt-name.ts';

const id = 'p_1731640000000_a1b2c3';

describe('a prompt name', () => {
  it.each([
    ['', 'malformed'],
    ['Welcome', 'malformed'],
    ['.hidden', 'malformed'],
    ['-x', 'malformed'],
    ['/a', 'malformed'],
    ['a/', 'malformed'],
    ['a//b', 'malformed'],
    ['a b', 'malformed'],
    ['a\n', 'malformed'],
    ['é', 'malformed'],
    ['a/b/c/d/e/f', 'too-many-segments'],
    ['x'.repeat(129), 'too-long'],
    [id, 'looks-like-an-id'],
  ])('cannot be %j (%s)', (text, problem) => {
    expect(promptNameProblem(text)).toBe(problem);
    expect(parsePromptName(text)).toBeUndefined();
  });

  it('has the folder before its last slash, or none', () => {
    expect(folderOf('support/mail/reply' as PromptName)).toBe('support/mail');
    expect(folderOf('reply' as PromptName)).toBe('');
  });
});

describe('a prompt reference', () => {
  it('is parsed as an id or as a name, never as both', () => {
    expect(parsePromptReference(id)).toEqual({ by: 'id', id });
    expect(parsePromptReference('support/reply')).toEqual({ by: 'name', name: 'support/reply' });
    expect(parsePromptReference('No Such Thing')).toBeUndefined();
  });
});
