import { describe, expect, it } from 'vitest';
import { findReservedNames } from '../../../../../src/domain/templates/clients/find-reserved-names.ts';
import { type ContentInput, parseContent } from '../../../../../src/domain/templates/prompt-content.ts';

function findIn(input: ContentInput) {
  const outcome = parseContent(input);
  if (outcome.kind !== 'content') throw new Error(JSON.stringify(outcome.problems));
  return findReservedNames(outcome.template);
}

const SAME_NAME = 'has the name of a placeholder, and LangChain takes one value for both';

describe('names that LangChain cannot take', () => {
  it('are none in most prompts', () => {
    expect(
      findIn({ type: 'text', content: 'stop {{stopped}} {{user.stop}}{{#list}}{{.stop}}{{/list}} \\{{stop}}' }),
    ).toEqual([]);
    expect(
      findIn({ type: 'chat', messages: [{ placeholder: 'history' }, { role: 'user', content: '{{question}}' }] }),
    ).toEqual([]);
  });

  it.each(['{{ stop }}', '{{stop.a}}', '{{#stop}}', '{{^stop}}'])('are a reserved one: %s', (tag) => {
    const closing = /[#^]/.test(tag) ? '{{/stop}}' : '';

    expect(findIn({ type: 'text', content: `a\n{{b}}\n{{#c}}\n${tag}${closing}{{/c}}{{stop}}` })).toEqual([
      { path: 'content', tag, line: 4, reason: 'has a name that LangChain reserves' },
    ]);
  });

  it('are those of placeholders, before and after them', () => {
    const messages = [
      { role: 'user', content: 'x\n{{before}}' },
      { placeholder: 'before' },
      { placeholder: 'after' },
      { role: 'user', content: '{{#after}}{{/after}}' },
      { placeholder: 'stop' },
    ] as const;

    expect(findIn({ type: 'chat', messages })).toEqual([
      { path: 'messages.0.content', tag: '{{before}}', line: 2, reason: SAME_NAME },
      { path: 'messages.3.content', tag: '{{#after}}', line: 1, reason: SAME_NAME },
      { path: 'messages.4.placeholder', tag: 'stop', line: 1, reason: 'has a name that LangChain reserves' },
    ]);
  });
});
