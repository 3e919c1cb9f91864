import { describe, expect, it } from 'vitest';
import { aJsonFile, convert, convertChosen, describeAll } from '../../../support/imports/chosen-files.ts';
import { newestVersion } from '../../../support/imports/convert-fixtures.ts';

describe('prompts of PromptLayer', () => {
  it('are converted from f-strings, with snippets as includes', () => {
    const conversion = convertChosen('promptlayer', ['templates.json']);

    expect(conversion.documents).toMatchObject([
      { name: 'greet_user', type: 'chat', tags: ['welcome'] },
      { name: 'house-style', type: 'text' },
    ]);
    expect(newestVersion(conversion, 'greet_user')).toMatchObject({
      content: {
        messages: [
          { role: 'system', content: 'You greet people. {{> house-style}}' },
          { placeholder: 'chat_history' },
          { role: 'user', content: 'Greet {{name}}. Return {"greeting": "..."}' },
        ],
      },
      variables: [{ name: 'name' }, { name: 'audience' }],
      message: 'kinder',
    });
    expect(newestVersion(conversion, 'greet_user').config).toEqual({
      provider: 'openai',
      model: 'gpt-4o',
      temperature: 0.4,
      max_tokens: 256,
      x_promptlayer: { owner: 'growth' },
    });
    expect(newestVersion(conversion, 'house-style').content).toEqual({
      type: 'text',
      content: 'Write plainly for {{audience}}.',
    });
    expect(describeAll(conversion.losses)).toEqual([
      'templates.json:3 items.0: greet_user: version 3 becomes version 1',
    ]);
  });

  it('are converted from Jinja, with release labels and tools', () => {
    const conversion = convertChosen('promptlayer', ['single.json']);

    expect(newestVersion(conversion, 'invoice')).toMatchObject({
      content: { messages: [{ content: '{{#lines}}{{.item}}: {{.price}}\n{{/lines}}' }] },
      config: { provider: 'anthropic', tools: [{ type: 'function', function: { name: 'sum' } }], tool_choice: 'auto' },
    });
    expect(conversion.documents[0]?.history).toMatchObject([{ label: 'production', version: 1 }]);
  });

  it('can hold the text of a message where older templates do', () => {
    const conversion = convertChosen('promptlayer', ['legacy.json']);

    expect(newestVersion(conversion, 'legacy').content).toMatchObject({
      messages: [
        { role: 'system', content: 'You are {{persona}}.' },
        { role: 'tool', content: '{{result}}' },
      ],
    });
    expect(describeAll(conversion.losses)).toEqual([
      'legacy.json:8 0.prompt_template.messages.1.name: name of a message is not imported',
    ]);
  });

  it('are refused when they are damaged', () => {
    const { documents, refusals } = convertChosen('promptlayer', ['damaged.json']);

    expect(documents).toEqual([]);
    expect(refusals).toMatchObject([{ file: 'damaged.json', problem: expect.stringMatching(/^is not JSON: /) }]);
  });

  it('are refused one by one without a name or a template', () => {
    const { documents, refusals } = convert([
      aJsonFile({ items: [{ prompt_template: {} }, { prompt_name: 'a', prompt_template: null }] }),
    ]);

    expect(documents).toEqual([]);
    expect(refusals.map(({ path }) => path)).toEqual(['items.0', 'items.1']);
  });

  it('report parts of a completion that are not text', () => {
    const content = [
      { type: 'text', text: 'Hi {a}' },
      { type: 'image_url', image_url: { url: 'x' } },
    ];
    const conversion = convert([aJsonFile({ prompt_name: 'a', prompt_template: { type: 'completion', content } })]);

    expect(newestVersion(conversion, 'a').content).toEqual({ type: 'text', content: 'Hi {{a}}' });
    expect(conversion.losses.map(({ problem }) => problem)).toEqual(['image_url is not text: dropped']);
  });
});
