import { describe, expect, it } from 'vitest';
import { printPromptFile } from '../../../../src/adapters/inbound/cli/prompts/files/prompt-file.ts';
import { aFilePrompt } from '../../../support/builders/a-file-prompt.ts';
import { promptFileSuite, readPromptFile } from './prompt-file.suite.ts';

describe('the file of a text prompt', () => {
  it('has sorted YAML front matter followed by the content', () => {
    const prompt = aFilePrompt({
      name: 'support/greeting',
      description: 'Greets a customer, politely.',
      tags: ['support', 'billing'],
      variables: [
        { name: 'customer', type: 'string', required: true },
        {
          name: 'tone',
          type: 'string',
          required: false,
          default: 'kind',
          enum: ['kind', 'no'],
          description: 'How: kindly',
        },
      ],
      config: { temperature: 0.2, model: 'gpt-4.1', stop: ['\n', 'END'], limits: { 'a b': 1, 10: [] }, none: {} },
      content: { type: 'text', content: 'Hello {{customer}}!\n---\n\n' },
    });

    expect(printPromptFile(prompt)).toBe(`---
name: support/greeting
type: text
description: Greets a customer, politely.
tags:
  - billing
  - support
variables:
  - name: customer
    type: string
    required: true
  - name: tone
    type: string
    required: false
    default: kind
    enum:
      - kind
      - "no"
    description: "How: kindly"
config:
  limits:
    "10": []
    a b: 1
  model: gpt-4.1
  none: {}
  stop:
    - "\\n"
    - END
  temperature: 0.2
---
Hello {{customer}}!
---

`);
  });

  it.each([
    '',
    '\n',
    '\n\n',
    'a',
    'a\n',
    'a\r\nb\r\n',
    '\r',
    '---',
    '---\n',
    '\u2028',
    '\uFEFFa',
    '\t a \t',
    '😀',
    '## user\n',
  ])('preserves %j byte for byte', (content) => {
    const file = printPromptFile(aFilePrompt({ content: { type: 'text', content } }));

    expect(readPromptFile(file).content).toEqual({ type: 'text', content });
    expect(file.endsWith(`\n---\n${content}`)).toBe(true);
  });
});

describe('the file of a chat prompt', () => {
  const body = (file: string): string => file.slice(file.indexOf('\n---\n') + 5);

  it('has a section for each message and each placeholder', () => {
    const file = printPromptFile(
      aFilePrompt({
        content: {
          type: 'chat',
          messages: [
            { role: 'system', content: 'Be kind.\n\n## Rules\n\nNone.' },
            { role: 'developer', content: 'Use {{language}}.' },
            { placeholder: 'history' },
            { role: 'user', content: '{{question}}\n' },
            { role: 'assistant', content: '' },
          ],
        },
      }),
    );

    expect(body(file)).toBe(
      '\n## system\n\nBe kind.\n\n## Rules\n\nNone.\n\n## developer\n\nUse {{language}}.\n\n## placeholder history\n\n## user\n\n{{question}}\n\n\n## assistant\n\n\n',
    );
  });

  it.each([
    ['## user', '\\## user'],
    ['## developer', '\\## developer'],
    ['\\## user', '\\\\## user'],
    ['\\\\## tool x', '\\\\\\## tool x'],
    ['## placeholder', '\\## placeholder'],
    ['## user\r', '\\## user\r'],
    ['## users', '## users'],
    ['##  user', '##  user'],
    [' ## user', ' ## user'],
    ['# user', '# user'],
    ['\\# user', '\\# user'],
    ['a\r## user', 'a\r## user'],
    ['a\u2028## user', 'a\u2028## user'],
  ])('escapes the line %j as %j and reads it back', (content, written) => {
    const file = printPromptFile(aFilePrompt({ content: { type: 'chat', messages: [{ role: 'user', content }] } }));

    expect(body(file)).toBe(`\n## user\n\n${written}\n`);
    expect(readPromptFile(file).content).toEqual({ type: 'chat', messages: [{ role: 'user', content }] });
  });

  it.each([
    ['without blank lines', '## system\nA\n## user\nB\n', ['A', 'B']],
    ['without a line break at the end', '## system\n\nA\n\n## user\n\nB', ['A', 'B']],
    ['with empty messages', '## system\n## user', ['', '']],
    ['with spaces after a heading', '\n\n## system  \n\nA\n\n\n## user\t\nB\n\n', ['A\n', 'B\n']],
  ])('may be written by hand %s', (_how, written, contents) => {
    const { content } = readPromptFile(`---\ntype: chat\n---\n${written}`);

    expect(content).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: contents[0] },
        { role: 'user', content: contents[1] },
      ],
    });
  });

  it('may use CRLF line endings', () => {
    const file = '---\ntype: chat\nconfig: {a: 1}\n---\n\n## system\n\nA\nB\n\n## placeholder p\n\n## user\n\nC\n';

    expect(readPromptFile(file.replaceAll('\n', '\r\n'))).toEqual({
      config: { a: 1 },
      content: {
        type: 'chat',
        messages: [{ role: 'system', content: 'A\r\nB' }, { placeholder: 'p' }, { role: 'user', content: 'C' }],
      },
    });
  });
});

promptFileSuite({ numRuns: 1000 });
