import { describe, expect, it } from 'vitest';
import {
  convertFixtures,
  convertText,
  findDocument,
  listLosses,
  listRefusals,
  newestVersion,
} from '../../../support/imports/convert-fixtures.ts';

describe('a Humanloop file', () => {
  const converted = convertFixtures('humanloop');

  it('becomes a chat without the indentation of its messages', () => {
    expect(newestVersion(converted, 'support').content).toEqual({
      type: 'chat',
      messages: [
        {
          role: 'system',
          content: 'You are a friendly assistant for {{company}}.\n\n  - Be brief.\n  - Never promise refunds.',
        },
        { role: 'user', content: '{{question}}' },
      ],
    });
  });

  it('brings its parameters, but no limit of -1 tokens', () => {
    expect(newestVersion(converted, 'support').config).toEqual({
      model: 'gpt-4o',
      provider: 'openai',
      temperature: 0.7,
      tools: [
        {
          name: 'get_order',
          description: 'Finds an order',
          parameters: { type: 'object', properties: { id: { type: 'string' } } },
        },
      ],
      x_humanloop: { endpoint: 'chat' },
    });
    expect(newestVersion(converted, 'vision').config).toMatchObject({ max_tokens: 200 });
  });

  it('joins text parts, and reports images and calls of tools as lost', () => {
    expect(newestVersion(converted, 'vision').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: 'Describe pictures.' },
        { role: 'user', content: 'What is in this picture, {{name}}?' },
        { placeholder: 'image' },
        { role: 'tool', content: '{"result": "a cat"}' },
      ],
    });
    expect(listLosses(converted).filter((loss) => loss.startsWith('vision'))).toEqual([
      'vision.prompt line 15: the call of the tool look_up is lost',
      'vision.prompt line 12: an image becomes the placeholder image',
    ]);
  });

  it('may be an agent', () => {
    expect(findDocument(converted, 'outreach').versions[0]).toMatchObject({
      content: {
        type: 'chat',
        messages: [{ role: 'system', content: 'Write to {{recipient}}.\n{{#facts}}- {{.}}\n{{/facts}}' }],
      },
      config: {
        model: 'claude-3-7-sonnet-latest',
        provider: 'anthropic',
        reasoning_effort: 'high',
        x_humanloop: { endpoint: 'chat', max_iterations: 10 },
      },
    });
  });

  it('is refused with its line when a message does not end', () => {
    expect(listRefusals(converted)).toEqual(['damaged.prompt:4 has a message <system> without </system>']);
    expect(listRefusals(convertText('a.prompt', '<user>Hi</user>\nHo'))).toEqual([
      'a.prompt:2 has text outside of its messages',
    ]);
  });

  it('without messages is a text', () => {
    expect(newestVersion(convertText('a.agent', '---\nmodel: m\n---\nHi {{name}}\n'), 'a').content).toEqual({
      type: 'text',
      content: 'Hi {{name}}',
    });
  });

  it('names the placeholder of an image after the variable of its address', () => {
    const { content } = newestVersion(
      convertText('a.prompt', '<user>\n  <image url="{{ photo }}"></image>\n  What is it?\n</user>'),
      'a',
    );

    expect(content).toEqual({
      type: 'chat',
      messages: [{ role: 'user', content: 'What is it?' }, { placeholder: 'photo' }],
    });
  });
});
