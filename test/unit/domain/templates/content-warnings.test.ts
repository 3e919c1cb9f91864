import { describe, expect, it } from 'vitest';
import { findWarnings } from '../../../../src/domain/templates/content-warnings.ts';

const text = (content: string) => findWarnings({ type: 'text', content });

describe('the warnings about content', () => {
  it('name the line and the column of what looks like a tag', () => {
    expect(text('{{#a}}\n🦁 {{first-name}} {{/a}}\n\n{{! c }}{{name}}')).toEqual([
      { path: 'content', line: 2, column: 4, problem: 'name', text: '{{first-name}}' },
      { path: 'content', line: 4, column: 1, problem: 'comment', text: '{{! c }}' },
    ]);
  });

  it('name the message of a chat', () => {
    const messages = [{ placeholder: 'history' }, { role: 'user' as const, content: '\n{{#if x}}' }];

    expect(findWarnings({ type: 'chat', messages })).toEqual([
      { path: 'messages.1.content', line: 2, column: 1, problem: 'helper', text: '{{#if x}}' },
    ]);
  });

  it('are at most a hundred', () => {
    expect(text('{{a-}}'.repeat(101))).toHaveLength(100);
  });
});
