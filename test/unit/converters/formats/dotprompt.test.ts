import { describe, expect, it } from 'vitest';
import {
  convertFixtures,
  convertText,
  findDocument,
  listLosses,
  listRefusals,
  newestVersion,
} from '../../../support/imports/convert-fixtures.ts';

const messagesOf = (text: string) => newestVersion(convertText('a.prompt', text), 'a').content;

describe('a dotprompt file', () => {
  const converted = convertFixtures('dotprompt');

  it('becomes a prompt under its own name, with its model, parameters and description', () => {
    const document = findDocument(converted, 'greetingprompt');

    expect(document.type).toBe('text');
    expect(document.description).toBe('Greets a guest in the style they like');
    expect(document.versions[0]?.message).toBe('imported from greeting.prompt');
    expect(document.versions[0]?.config).toEqual({
      model: 'googleai/gemini-2.5-flash',
      temperature: 0.9,
      topK: 20,
      stopSequences: ['###'],
      x_dotprompt: { output: { format: 'json', schema: { greeting: 'string' } } },
    });
  });

  it('keeps conditions, without the lines of their tags', () => {
    expect(newestVersion(converted, 'greetingprompt').content).toEqual({
      type: 'text',
      content:
        'Greet {{name}} in a {{tone}} tone.\n' +
        '{{#style}}Write in the style of {{style}}.\n{{/style}}{{^style}}Write plainly.\n{{/style}}',
    });
  });

  it('declares the variables of its schema', () => {
    expect(newestVersion(converted, 'greetingprompt').variables).toEqual([
      { name: 'name', type: 'string', required: true, description: 'how to address the guest' },
      { name: 'style', type: 'string', required: false },
      {
        name: 'tone',
        type: 'string',
        required: true,
        default: 'warm',
        enum: ['warm', 'neutral'],
        description: 'how warm it sounds',
      },
    ]);
    expect(listLosses(converted)).toContainEqual(expect.stringMatching(/^greeting\.prompt input\.schema\.visits\?: /));
  });

  it('starts a message at each role and puts a placeholder where the history was', () => {
    expect(newestVersion(converted, 'support-reply').content).toEqual({
      type: 'chat',
      messages: [
        {
          role: 'system',
          content:
            '\nYou answer for {{company}}.\n{{> shared/policy}}{{#orders}}- order {{.id}}: {{.total}} EUR\n{{/orders}}',
        },
        { placeholder: 'history' },
        { role: 'user', content: '\n{{question}}' },
      ],
    });
  });

  it('reports the definitions of tools as lost', () => {
    expect(listLosses(converted)).toContainEqual(expect.stringMatching(/^support-reply\.prompt toolDefs: /));
  });

  it('includes a partial under the name that others call it by', () => {
    expect(findDocument(converted, 'shared/policy').type).toBe('text');
  });

  it('declares the variables of what it includes', () => {
    const names = newestVersion(converted, 'support-reply').variables.map(({ name }) => name);

    expect(names).toEqual(['company', 'question', 'orders', 'refundDays']);
  });

  it('is named after its variant', () => {
    expect(findDocument(converted, 'describe.short').type).toBe('chat');
    expect(findDocument(convertText('a.prompt', '---\nvariant: long\n---\nHi'), 'a.long')).toBeDefined();
    expect(findDocument(convertText('a.long.prompt', '---\nname: b\n---\nHi'), 'b.long')).toBeDefined();
  });

  it('keeps the place of media as a placeholder and reports the loss', () => {
    expect(newestVersion(converted, 'describe.short').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'user', content: 'Describe in {{limit}} words what {{caption}} shows: ' },
        { placeholder: 'photo' },
      ],
    });
    expect(listLosses(converted)).toContain('describe.short.prompt line 9: media becomes the placeholder photo');
  });

  it('is refused with its line when its front matter is damaged', () => {
    expect(listRefusals(converted)).toEqual([expect.stringMatching(/^damaged\.prompt:\d is not YAML/)]);
    expect(listRefusals(convertText('a.prompt', '---\nmodel: m\nHello'))).toEqual([
      'a.prompt:1 has front matter without an end: a line `---` is missing',
    ]);
  });

  it('is refused with tag and line when a helper is unknown here', () => {
    const text = '---\nmodel: m\n---\nHi\n{{#ifEquals tone "warm"}}!{{/ifEquals}}';

    expect(listRefusals(convertText('greeting.prompt', text))).toEqual([
      'greeting.prompt:5 not convertible: greeting.prompt:5 {{#ifEquals tone "warm"}}',
    ]);
  });

  it('is refused when a condition contains a role', () => {
    const { documents, refusals } = convertText('a.prompt', 'Hi {{#if x}}{{role "model"}}Ho{{/if}}');

    expect(documents).toEqual([]);
    expect(refusals).toHaveLength(1);
  });

  it('is imported as plain text when asked to', () => {
    const { documents, losses } = convertText('a.prompt', 'Hi {{#ifEquals a b}}!{{/ifEquals}} {{name}}', { raw: true });

    expect(documents[0]?.versions[0]?.content).toEqual({
      type: 'text',
      content: 'Hi \\{{#ifEquals a b}}!\\{{/ifEquals}} \\{{name}}',
    });
    expect(losses).not.toEqual([]);
  });

  it('gives text before the first role to the user and text after the history to the model', () => {
    expect(messagesOf('One{{role "system"}}Two{{history}}Three')).toEqual({
      type: 'chat',
      messages: [
        { role: 'user', content: 'One' },
        { role: 'system', content: 'Two' },
        { placeholder: 'history' },
        { role: 'assistant', content: 'Three' },
      ],
    });
  });

  it('ignores roles that are escaped or commented out', () => {
    expect(messagesOf('{{! {{role "system"}}A {{!-- {{history}} --}}B \\{{role "user"}}')).toEqual({
      type: 'text',
      content: 'A B \\{{role "user"}}',
    });
  });

  it('drops white space where a role trims it', () => {
    expect(messagesOf('{{role "system"}}\nA \n{{~role "user"~}}\n B')).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: '\nA' },
        { role: 'user', content: 'B' },
      ],
    });
  });

  it('keeps the line of a condition that a role shares', () => {
    expect(messagesOf('{{role "user"}}{{#if x}}\nA\n{{/if}}')).toEqual({
      type: 'chat',
      messages: [{ role: 'user', content: '{{#x}}\nA\n{{/x}}' }],
    });
  });

  it('cannot be a partial with messages', () => {
    expect(listRefusals(convertText('_a.prompt', '{{role "system"}}Hi'))).toEqual([
      '_a.prompt is a partial with messages: only text can be included',
    ]);
  });
});
