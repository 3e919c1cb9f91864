import { load } from '@langchain/core/load';
import type { ChatPromptTemplate, PromptTemplate } from '@langchain/core/prompts';
import { describe, expect, it } from 'vitest';
import { toManifest } from '../../../src/adapters/inbound/compatible/langchain/manifest.ts';
import { type ContentInput, type PromptContent, parseContent } from '../../../src/domain/templates/prompt-content.ts';
import type { VariableDeclaration } from '../../../src/domain/templates/variables.ts';
import { aDeclaration } from '../../support/builders/a-declaration.ts';

function manifestOf(input: ContentInput, variables: readonly VariableDeclaration[] = []) {
  const outcome = parseContent(input);
  if (outcome.kind !== 'content') throw new Error(JSON.stringify(outcome.problems));
  return toManifest({ ...outcome, variables });
}

const text = (content: string): PromptContent => ({ type: 'text', content });

const prompt = (name: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'prompts', ...name.split('.')],
  kwargs,
});

const mustache = (template: string, ...names: readonly string[]) =>
  prompt('prompt.PromptTemplate', { template, input_variables: names, template_format: 'mustache' });

describe('the manifest of a text', () => {
  it('is a template in Mustache with its variables in the order of their first use', () => {
    const manifest = manifestOf(text('{{b}} {{#list}}{{.}}{{a.name}}{{/list}}{{^b}}{{c}}{{/b}}'));

    expect(manifest).toEqual(
      mustache('{{b}} {{#list}}{{.}}{{a.name}}{{/list}}{{^b}}{{c}}{{/b}}', 'b', 'list', 'a', 'c'),
    );
  });

  it('has the defaults of variables, which callers override', async () => {
    const variables = [
      aDeclaration('tone', { default: 'kind' }),
      aDeclaration('count', { type: 'number', default: 3 }),
      aDeclaration('data', { type: 'json', default: { a: [1] } }),
    ];
    const manifest = manifestOf(text('{{tone}} {{count}} {{data}}'), variables);
    const loaded = await load<PromptTemplate>(JSON.stringify(manifest));

    expect(await loaded.format({})).toBe('kind 3 {"a":[1]}');
    expect(await loaded.format({ tone: 'short' })).toBe('short 3 {"a":[1]}');
  });

  it('renders optional variables that are left out as nothing', async () => {
    const variables = ['city', 'user', 'rows'].map((name) => aDeclaration(name, { type: 'json', required: false }));
    const content = '<{{city}}{{user.name}}{{#rows}}x{{/rows}}{{^rows}}none{{/rows}}>';
    const loaded = await load<PromptTemplate>(JSON.stringify(manifestOf(text(content), variables)));

    expect(await loaded.format({})).toBe('<none>');
    expect(await loaded.format({ city: 'Rome', user: { name: 'Ada' }, rows: [1, 2] })).toBe('<RomeAdaxx>');
  });

  it('has no default that would change its meaning as text', () => {
    const variables = [
      aDeclaration('loud', { type: 'boolean', default: false }),
      aDeclaration('user', { type: 'json', default: { name: 'Ada' } }),
      aDeclaration('none'),
    ];
    const manifest = manifestOf(text('{{#loud}}!{{/loud}}{{user.name}}{{none}}'), variables);

    expect(manifest.kwargs).not.toHaveProperty('partial_variables');
  });
});

describe('the manifest of a chat', () => {
  const chat: ContentInput = {
    type: 'chat',
    messages: [
      { role: 'system', content: 'You are {{persona}}.' },
      { role: 'developer', content: 'Be brief.' },
      { placeholder: 'history' },
      { role: 'user', content: '{{question}} {{persona}}' },
      { role: 'assistant', content: 'Well,' },
    ],
  };

  it('has a template for every message, and all variables and placeholders', () => {
    expect(manifestOf(chat)).toEqual(
      prompt('chat.ChatPromptTemplate', {
        messages: [
          prompt('chat.SystemMessagePromptTemplate', { prompt: mustache('You are {{persona}}.', 'persona') }),
          prompt('chat.SystemMessagePromptTemplate', { prompt: mustache('Be brief.') }),
          prompt('chat.MessagesPlaceholder', { variable_name: 'history', optional: true }),
          prompt('chat.HumanMessagePromptTemplate', {
            prompt: mustache('{{question}} {{persona}}', 'question', 'persona'),
          }),
          prompt('chat.AIMessagePromptTemplate', { prompt: mustache('Well,') }),
        ],
        input_variables: ['persona', 'question', 'history'],
        template_format: 'mustache',
      }),
    );
  });

  it('has the defaults of variables once, for all messages', async () => {
    const manifest = manifestOf(chat, [aDeclaration('persona', { default: 'Bob' })]);
    const loaded = await load<ChatPromptTemplate>(JSON.stringify(manifest));

    const contents = (await loaded.formatMessages({ question: 'Who?' })).map(({ content }) => content);

    expect(contents).toEqual(['You are Bob.', 'Be brief.', 'Who? Bob', 'Well,']);
  });
});
