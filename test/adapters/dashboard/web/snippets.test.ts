import { describe, expect, it } from 'vitest';
import type { PublishedContent } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/draft.ts';
import { callFor, describeSnippets } from './snippets.suite.ts';

describe('a generated snippet', () => {
  describeSnippets(['curl', 'JavaScript', 'Python']);

  it('uses the values of the preview that fit the template and the declarations', () => {
    const version: PublishedContent = {
      type: 'chat',
      messages: [{ role: 'user', content: '{{a}} {{b.c}} {{#list}}{{.}}{{/list}} {{n}}' }, { placeholder: 'history' }],
      variables: [
        { name: 'a', type: 'string', required: true },
        { name: 'b', type: 'json', required: true },
        { name: 'list', type: 'json', required: false },
        { name: 'n', type: 'number', required: true },
      ],
      config: {},
    };
    const history = '[{"role": "assistant", "content": "Hi"}]';

    const fitting = { variables: { a: 'A', b: '{"c": 1}', list: '[]', n: '7' }, placeholders: { history } };
    expect(callFor(version, fitting)).toEqual({
      type: 'chat',
      variables: { a: 'A', b: { c: 1 }, list: [], n: 7 },
      placeholders: { history: [{ role: 'assistant', content: 'Hi' }] },
    });
    const unfit = { variables: { a: '', b: '{"d": 1}', list: '"x"', n: 'seven' }, placeholders: { history: 'no' } };
    expect(callFor(version, unfit)).toEqual({
      type: 'chat',
      variables: { a: '…', b: { c: '…' }, list: ['…'], n: 1 },
      placeholders: { history: [{ role: 'user', content: 'Hello' }] },
    });
  });
});
