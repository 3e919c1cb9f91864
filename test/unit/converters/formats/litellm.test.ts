import { describe, expect, it } from 'vitest';
import {
  convertFixtures,
  convertSources,
  convertText,
  findDocument,
  listLosses,
  listRefusals,
  newestVersion,
} from '../../../support/imports/convert-fixtures.ts';

describe('a LiteLLM file', () => {
  const converted = convertFixtures('litellm');

  it('becomes a chat, one message for each line with a role', () => {
    expect(findDocument(converted, 'hello').versions[0]).toMatchObject({
      version: 1,
      content: {
        type: 'chat',
        messages: [
          { role: 'system', content: 'You are a helpful assistant.\nStay short.' },
          { role: 'user', content: '{{user_message}}' },
        ],
      },
      message: 'imported from hello.prompt',
      config: { model: 'gpt-4o-mini', temperature: 0.7, max_tokens: 150, x_litellm: { output: { format: 'text' } } },
    });
  });

  it('is a version if its name has a number', () => {
    const { versions } = findDocument(converted, 'hello');

    expect(versions).toHaveLength(2);
    expect(versions[1]).toMatchObject({
      version: 2,
      content: {
        type: 'chat',
        messages: [
          {
            role: 'system',
            content:
              'You are a precise assistant.\n{{#system_context}}Context: {{ system_context }}\n{{/system_context}}',
          },
          { role: 'user', content: '{{ user_message }}' },
          { role: 'assistant', content: 'Sure, {{ user_message }} it is.' },
        ],
      },
      message: 'imported from hello.v2.prompt',
    });
  });

  it('is the newest version without a number if the first one has its own file', () => {
    const files = ['a.prompt', 'a.v1.prompt', 'a.v2.prompt'].map((path) => ({ path, text: `User: ${path}` }));

    const { versions } = findDocument(convertSources(files), 'a');

    expect(versions.map(({ message }) => message)).toEqual(
      ['a.v1.prompt', 'a.v2.prompt', 'a.prompt'].map((path) => `imported from ${path}`),
    );
  });

  it('is numbered from 1, and reports gaps', () => {
    const converted = convertText('a.v7.prompt', 'User: Hi');

    expect(newestVersion(converted, 'a').version).toBe(1);
    expect(listLosses(converted)).toEqual([expect.stringMatching(/^a\.v7\.prompt: .*version 7 becomes version 1$/)]);
  });

  it('without roles is a text in Jinja', () => {
    expect(newestVersion(converted, 'tickets').content).toEqual({
      type: 'text',
      content:
        'Summarize these tickets for {{ team }}:\n' +
        '{{#tickets}}- {{.title}} ({{.owner.name}})\n{{/tickets}}' +
        'Literal: \\{{ not_a_variable }}',
    });
  });

  it('loses its API key', () => {
    expect(JSON.stringify(converted.documents)).not.toContain('sk-not-a-real-key');
    expect(listLosses(converted)).toContainEqual(expect.stringMatching(/^tickets\.prompt .*api_key/));
  });

  it('is refused with tag and line when it compares values', () => {
    expect(listRefusals(converted)).toEqual(['damaged.prompt:4 not convertible: damaged.prompt:4 {% if age >= 18 %}']);
  });

  it('gives text before the first role to the user', () => {
    expect(newestVersion(convertText('a.prompt', 'Hi\nSystem: Be kind'), 'a').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'system', content: 'Be kind' },
      ],
    });
  });

  it('is not taken for one of dotprompt, nor the other way round', () => {
    const chat = '{{#each turns}}\nUser: {{this}}\n{{/each}}';

    expect(newestVersion(convertText('a.prompt', chat), 'a').content.type).toBe('text');
    expect(newestVersion(convertText('a.prompt', '{{role "user"}}\nUser: {% x %}'), 'a').content).toEqual({
      type: 'chat',
      messages: [{ role: 'user', content: '\nUser: {% x %}' }],
    });
  });

  it('keeps the line of a condition that a role shares', () => {
    expect(newestVersion(convertText('a.prompt', 'User: {% if x %}\nA\n{% endif %}'), 'a').content).toEqual({
      type: 'chat',
      messages: [{ role: 'user', content: '{{#x}}\nA\n{{/x}}' }],
    });
  });
});
