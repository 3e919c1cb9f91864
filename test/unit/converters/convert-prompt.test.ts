import { describe, expect, it } from 'vitest';
import { convertPrompt, type SourcePrompt } from '../../../src/adapters/converters/convert-prompt.ts';

const convert = (fields: Partial<SourcePrompt> & Pick<SourcePrompt, 'content'>) =>
  convertPrompt({ file: 'greeting.prompt', raw: false, ...fields });

const text = (content: string, fields: object = {}) =>
  ({ type: 'text', path: '', text: content, language: 'jinja', ...fields }) as const;

const message = (role: string, content: unknown, index = 0) => ({
  role,
  content,
  language: 'mustache' as const,
  path: `messages.${index}`,
});

describe('convertPrompt', () => {
  it('converts a text with its variables', () => {
    expect(convert({ content: text('Hi {{ name }}{% if vip %}!{% endif %}') })).toEqual({
      kind: 'converted',
      content: { type: 'text', content: 'Hi {{ name }}{{#vip}}!{{/vip}}' },
      variables: [
        { name: 'name', type: 'string', required: true },
        { name: 'vip', type: 'json', required: false },
      ],
      includes: [],
      losses: [],
    });
  });

  it('converts a chat with placeholders', () => {
    const messages = [
      message('system', '{{a}}'),
      { placeholder: 'chat-history', path: 'messages.1' },
      message('user', '{{b}}', 2),
    ];

    expect(convert({ content: { type: 'chat', messages } })).toMatchObject({
      content: {
        type: 'chat',
        messages: [
          { role: 'system', content: '{{a}}' },
          { placeholder: 'chat_history' },
          { role: 'user', content: '{{b}}' },
        ],
      },
      losses: [
        { file: 'greeting.prompt', path: 'messages.1', problem: 'placeholder chat-history is renamed to chat_history' },
      ],
    });
  });

  it('refuses what cannot be converted, with the line of the file', () => {
    const content = text('Hi\n{% if age >= 18 %}a{% endif %}', { line: 6 });

    expect(convert({ content })).toEqual({
      kind: 'refused',
      losses: [
        {
          file: 'greeting.prompt',
          path: 'line 7',
          line: 7,
          problem: 'not convertible: greeting.prompt:7 {% if age >= 18 %}',
        },
      ],
    });
  });

  it('renames variables everywhere and reports the line', () => {
    const conversion = convert({
      content: text('\n{{ first-name }}'),
      variables: [{ name: 'first-name', type: 'string', description: 'of the customer', path: 'inputs.first-name' }],
    });

    expect(conversion).toMatchObject({
      content: { content: '\n{{first_name}}' },
      variables: [{ name: 'first_name', type: 'string', required: true, description: 'of the customer' }],
      losses: [{ path: 'line 2', line: 2, problem: '{{ first-name }} is renamed: first-name becomes first_name' }],
    });
  });

  it('has as many variables as the source', () => {
    const content = text('{{ first-name }}{{ first_name }}{% for i in first-names %}{{ i }}{% endfor %}');

    expect(convert({ content })).toMatchObject({
      variables: [{ name: 'first_name_2' }, { name: 'first_name' }, { name: 'first_names' }],
    });
  });

  it('keeps declarations that only an included prompt may use', () => {
    const variables = [{ name: 'x', type: 'string', path: 'inputs.x' }];
    const content = text('{{> other}}', { language: 'handlebars' });

    expect(convert({ content, variables })).toMatchObject({
      variables: [{ name: 'x' }],
      includes: ['other'],
      losses: [],
    });
  });
});

describe('convertPrompt with raw', () => {
  it('escapes every tag of what cannot be converted, and converts the rest', () => {
    const messages = [message('system', '{{=<% %>=}} {{a}}'), message('user', '{{b}}', 1)];

    expect(convert({ content: { type: 'chat', messages }, raw: true })).toEqual({
      kind: 'converted',
      content: {
        type: 'chat',
        messages: [
          { role: 'system', content: '\\{{=<% %>=}} \\{{a}}' },
          { role: 'user', content: '{{b}}' },
        ],
      },
      variables: [{ name: 'b', type: 'string', required: true }],
      includes: [],
      losses: [
        {
          file: 'greeting.prompt',
          path: 'messages.0',
          line: 1,
          problem: '{{=<% %>=}} is not convertible: imported with every tag escaped',
        },
      ],
    });
  });

  it('escapes the message that makes a condition of another message a loop', () => {
    const jinja = (content: string, index: number) => ({
      ...message('user', content, index),
      language: 'jinja' as const,
    });
    const messages = [jinja('{% if xs %}a{% endif %}', 0), jinja('{% for x in xs %}{{ x }}{% endfor %}', 1)];

    expect(convert({ content: { type: 'chat', messages }, raw: true })).toMatchObject({
      content: {
        messages: [{ content: '{{#xs}}a{{/xs}}' }, { content: '{% for x in xs %}\\{{ x }}{% endfor %}' }],
      },
    });
  });
});
