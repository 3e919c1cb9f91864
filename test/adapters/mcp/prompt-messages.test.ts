import { describe, expect, it } from 'vitest';
import { fillPlaceholders } from '../../../src/adapters/inbound/mcp/prompts/prompt-arguments.ts';
import { toMessages } from '../../../src/adapters/inbound/mcp/prompts/prompt-messages.ts';
import { summarize } from '../../../src/adapters/inbound/mcp/prompts/summarize.ts';
import type { Message } from '../../../src/domain/templates/prompt-content.ts';
import type { VariableName } from '../../../src/domain/templates/variable-name.ts';

const join = (...messages: readonly (readonly [Message['role'], string])[]) =>
  toMessages({ type: 'chat', messages: messages.map(([role, content]) => ({ role, content })) }).map(
    ({ role, content }) => [role, content.text],
  );

describe('the messages of a rendering', () => {
  it('are one of the user for a text', () => {
    expect(toMessages({ type: 'text', text: 'Hi' })).toEqual([{ role: 'user', content: { type: 'text', text: 'Hi' } }]);
  });

  it('join neighbors of one role with a blank line', () => {
    expect(join(['system', 'Be kind.'], ['user', 'Hi'])).toEqual([['user', 'Be kind.\n\nHi']]);
    expect(join(['assistant', 'a'], ['assistant', 'b'])).toEqual([['assistant', 'a\n\nb']]);
  });

  it('leave the assistant apart, and make every other role the user', () => {
    expect(
      join(['system', 's'], ['developer', 'd'], ['user', 'u'], ['assistant', 'a'], ['tool', 't'], ['user', 'u2']),
    ).toEqual([
      ['user', 's\n\nd\n\nu'],
      ['assistant', 'a'],
      ['user', 't\n\nu2'],
    ]);
  });

  it('show what is more than text as JSON', () => {
    const message = { role: 'assistant', content: null, tool_calls: [] };

    expect(toMessages({ type: 'chat', messages: [message] })).toEqual([
      { role: 'assistant', content: { type: 'text', text: JSON.stringify(message) } },
    ]);
  });

  it('add no blank line for what is empty', () => {
    expect(join(['system', ''], ['user', 'Hi'])).toEqual([['user', 'Hi']]);
    expect(join(['user', 'a'], ['assistant', ''], ['user', 'b'])).toEqual([
      ['user', 'a'],
      ['assistant', ''],
      ['user', 'b'],
    ]);
    expect(join()).toEqual([]);
  });
});

describe('placeholders that are not given', () => {
  const messages = [{ placeholder: 'history' as VariableName }, { placeholder: 'examples' as VariableName }];

  it('are empty', () => {
    const given = { examples: [{ role: 'user', content: 'x' }], other: [] };

    expect(fillPlaceholders({ type: 'chat', messages }, given)).toEqual({ history: [], ...given });
    expect(fillPlaceholders({ type: 'chat', messages })).toEqual({ history: [], examples: [] });
    expect(fillPlaceholders({ type: 'text', content: '' })).toEqual({});
  });
});

describe('the summary of a description', () => {
  it('is its first line, up to 200 characters', () => {
    expect(summarize('Replies.\nMore.')).toBe('Replies.');
    expect(summarize('\n  Replies. \r\nMore.')).toBe('Replies.');
    expect(summarize('🦁'.repeat(300))).toBe('🦁'.repeat(200));
    expect(summarize(`${'x'.repeat(199)}🦁🦁`)).toBe(`${'x'.repeat(199)}🦁`);
  });

  it('is missing if there is none', () => {
    expect(summarize('')).toBeUndefined();
    expect(summarize(' \n ')).toBeUndefined();
  });
});
