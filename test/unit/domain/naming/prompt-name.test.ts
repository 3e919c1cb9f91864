import { describe, expect, it } from 'vitest';
import {
  folderOf,
  type PromptName,
  parsePromptId,
  parsePromptName,
  parsePromptReference,
  promptNameProblem,
} from '../../../../src/domain/naming/prompt-name.ts';

const id = 'p_1731640000000_a1b2c3';

describe('a prompt name', () => {
  it.each(['a', '0', 'welcome-mail', 'support/reply.v2', 'a/b/c/d/e', 'p_1731640000000_a1b2c', 'x'.repeat(128)])(
    'may be %s',
    (text) => {
      expect(parsePromptName(text)).toBe(text);
    },
  );

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

describe('a prompt id', () => {
  it('has 13 digits and 6 characters', () => {
    expect(parsePromptId(id)).toBe(id);
  });

  it.each(['p_173164000000_a1b2c3', 'p_1731640000000_A1b2c3', 'u_1731640000000_a1b2c3', `${id}x`, `${id}\n`, ''])(
    'is not %j',
    (text) => {
      expect(parsePromptId(text)).toBeUndefined();
    },
  );
});

describe('a prompt reference', () => {
  it('is parsed as an id or as a name, never as both', () => {
    expect(parsePromptReference(id)).toEqual({ by: 'id', id });
    expect(parsePromptReference('support/reply')).toEqual({ by: 'name', name: 'support/reply' });
    expect(parsePromptReference('No Such Thing')).toBeUndefined();
  });
});
