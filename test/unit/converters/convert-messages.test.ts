import { describe, expect, it } from 'vitest';
import { convertMessages } from '../../../src/adapters/converters/convert-messages.ts';

const source = (role: string, content: unknown) => ({
  role,
  content,
  language: 'mustache' as const,
  path: 'messages.0',
});

const convertOne = (role: string, content: unknown) => convertMessages([source(role, content)]);

const message = (role: string, text: string) => ({ role, text, language: 'mustache', path: 'messages.0', line: 1 });

describe('the role of a converted message', () => {
  it.each([
    ['system', 'system'],
    ['developer', 'developer'],
    ['user', 'user'],
    ['assistant', 'assistant'],
    ['tool', 'tool'],
    ['model', 'assistant'],
    ['function', 'tool'],
    ['System', 'system'],
  ])('of %s is %s', (role, ours) => {
    expect(convertOne(role, 'a')).toEqual({ messages: [message(ours, 'a')], losses: [] });
  });

  it('is user for any other, which is a loss', () => {
    expect(convertOne('critic', 'a')).toEqual({
      messages: [message('user', 'a')],
      losses: [{ path: 'messages.0.role', problem: 'role "critic" becomes user' }],
    });
  });
});

describe('the content of a converted message', () => {
  it('joins the texts of a list', () => {
    const parts = ['a ', { type: 'text', text: 'b ' }, { type: 'input_text', text: '{{c}}' }, { text: '!' }];

    expect(convertOne('user', parts)).toEqual({ messages: [message('user', 'a b {{c}}!')], losses: [] });
  });

  it('has a placeholder for everything that is not text, which is a loss', () => {
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'data:' } },
      { type: 'input_image', image_url: 'b' },
      { type: 'input_audio', input_audio: {} },
      { type: 'file', file: {} },
    ];

    expect(convertOne('user', parts)).toEqual({
      messages: [
        message('user', 'a'),
        { placeholder: 'image', path: 'messages.0.content.1' },
        { placeholder: 'image_2', path: 'messages.0.content.2' },
        { placeholder: 'audio', path: 'messages.0.content.3' },
        { placeholder: 'file', path: 'messages.0.content.4' },
      ],
      losses: [
        { path: 'messages.0.content.1', problem: 'image is not text: it becomes the placeholder image' },
        { path: 'messages.0.content.2', problem: 'image is not text: it becomes the placeholder image_2' },
        { path: 'messages.0.content.3', problem: 'audio is not text: it becomes the placeholder audio' },
        { path: 'messages.0.content.4', problem: 'file is not text: it becomes the placeholder file' },
      ],
    });
  });

  it('names the variables that are lost with what is not text', () => {
    const part = { type: 'image_url', image_url: { url: 'https://example.com/{{user}}/{{picture}}?{{user}}' } };

    expect(convertOne('user', [part]).losses).toEqual([
      {
        path: 'messages.0.content.0',
        problem: 'image is not text: it becomes the placeholder image, and {{user}} is lost, and {{picture}} is lost',
      },
    ]);
  });

  it('is only a placeholder if there is no text', () => {
    const { messages } = convertMessages([
      { placeholder: 'image', path: 'messages.0' },
      source('user', [{ type: 'image' }]),
    ]);

    expect(messages).toMatchObject([{ placeholder: 'image' }, { placeholder: 'image_2' }]);
  });

  it.each([[null], [undefined], ['']])('is empty for %j', (content) => {
    expect(convertOne('assistant', content)).toEqual({ messages: [message('assistant', '')], losses: [] });
  });

  it('loses what is no part at all', () => {
    expect(convertOne('user', ['a', 5])).toMatchObject({
      messages: [message('user', 'a')],
      losses: [{ path: 'messages.0.content.1', problem: 'is not text and is not imported' }],
    });
  });
});
