import { describe, expect, it } from 'vitest';
import { checkPlaceholders } from '../../../../src/domain/templates/placeholder-values.ts';
import {
  type ContentInput,
  canonicalVersion,
  type MessageInput,
  type PromptContent,
  parseConfig,
  parseContent,
  type RenderedMessage,
  templatesOf,
} from '../../../../src/domain/templates/prompt-content.ts';
import { renderPrompt } from '../../../../src/domain/templates/render-template.ts';
import { OUTPUT_BYTES_MAX } from '../../../../src/domain/templates/rendered-output.ts';
import { printTemplate } from '../../../../src/domain/templates/template.ts';
import { aDeclaration } from '../../../support/builders/a-declaration.ts';
import { somePlaceholders, someValues } from '../../../support/builders/a-template.ts';
import { arbitraryTemplateText } from '../../../support/builders/arbitrary-template.ts';
import fc from '../../../support/seeded-fast-check.ts';

const aChat = (...messages: MessageInput[]): ContentInput => ({ type: 'chat', messages });
const user = (content: string): MessageInput => ({ role: 'user', content });

const problemsOf = (input: ContentInput) => {
  const outcome = parseContent(input);
  return outcome.kind === 'invalid' ? outcome.problems : [];
};

function parsed(input: ContentInput) {
  const outcome = parseContent(input);
  if (outcome.kind !== 'content') throw new Error(JSON.stringify(outcome.problems));
  return outcome;
}

describe('the content of a prompt', () => {
  it('is preserved as written, and parsed', () => {
    const input = aChat({ role: 'system', content: 'Be {{tone}}.' }, { placeholder: 'history' }, user('{{question}}'));

    const { content, template } = parsed(input);

    expect(content).toEqual(input);
    expect(templatesOf(template).map(printTemplate)).toEqual(['Be {{tone}}.', '{{question}}']);
  });

  it('may be empty text, but not a chat without messages', () => {
    expect(problemsOf({ type: 'text', content: '' })).toEqual([]);
    expect(problemsOf(aChat())).toEqual([{ path: 'messages', problem: 'empty' }]);
  });

  it('is limited to 256 KiB of UTF-8 over all messages', () => {
    const half = '\u00e9'.repeat(64 * 1024);

    expect(problemsOf({ type: 'text', content: half + half })).toEqual([]);
    expect(problemsOf({ type: 'text', content: `${half}${half}x` })).toEqual([
      { path: 'content', problem: 'too-large' },
    ]);
    expect(problemsOf(aChat(user(half), user(half)))).toEqual([]);
    expect(problemsOf(aChat(user(half), user(half), user('x')))).toEqual([{ path: 'messages', problem: 'too-large' }]);
  });

  it('is limited to 10,000 tags over all messages', () => {
    const half = '{{#a}}{{/a}}'.repeat(2500);
    const [problem, text] = ['too-many', 'has more than 10000 tags'] as const;

    expect(problemsOf({ type: 'text', content: `${half}${half}{ \\{{b}} }` })).toEqual([]);
    expect(problemsOf({ type: 'text', content: `${half}${half}{{b}}` })).toEqual([{ path: 'content', problem, text }]);
    expect(problemsOf(aChat(user(half), user(half)))).toEqual([]);
    expect(problemsOf(aChat(user(half), user(half), user('{{b}}'), user('{{b}}')))).toEqual([
      { path: 'messages', problem, text },
    ]);
  });

  it('is limited to 200 messages', () => {
    const messages = Array.from({ length: 201 }, () => user(''));

    expect(problemsOf(aChat(...messages.slice(1)))).toEqual([]);
    expect(problemsOf(aChat(...messages))).toEqual([{ path: 'messages', problem: 'too-many' }]);
  });

  it('is rejected with all problems and their positions', () => {
    expect(problemsOf({ type: 'text', content: 'a\n {{/b}}' })).toEqual([
      { path: 'content', problem: 'unbalanced', text: 'section b is closed but was never opened (line 2, column 2)' },
    ]);
    expect(problemsOf(aChat(user('{{#a}}'), { placeholder: 'no name' }))).toEqual([
      { path: 'messages.0.content', problem: 'unbalanced', text: 'section a is not closed (line 1, column 1)' },
      { path: 'messages.1.placeholder', problem: 'malformed' },
    ]);
  });

  it('does not allow a section to span messages', () => {
    expect(problemsOf(aChat(user('{{#a}}'), user('{{/a}}')))).toHaveLength(2);
  });
});

describe('a config', () => {
  it('is any JSON object of at most 64 KiB', () => {
    const config = { model: 'x', stop: ['a'], nested: { temperature: 0.5 } };

    expect(parseConfig(config)).toEqual({ kind: 'config', config });
    expect(parseConfig({ a: 'x'.repeat(64 * 1024 - 8) })).toMatchObject({ kind: 'config' });
    expect(parseConfig({ a: 'x'.repeat(64 * 1024 - 7) })).toMatchObject({ problems: [{ problem: 'too-large' }] });
  });

  it.each([
    { config: null },
    { config: [] },
    { config: 'a' },
    { config: undefined },
    { config: { a: Number.NaN } },
    { config: { a: undefined } },
  ])('is not valid as %o', ({ config }) => {
    expect(parseConfig(config)).toMatchObject({ problems: [{ path: 'config', problem: 'malformed' }] });
  });
});

describe('the text that is hashed', () => {
  const text: PromptContent = { type: 'text', content: 'Hi {{a}}' };

  it('has sorted keys, no white space and no omitted fields', () => {
    expect(canonicalVersion(text, [aDeclaration('a', { default: 'x' })], { top_p: 1, model: 'm' })).toBe(
      '{"config":{"model":"m","top_p":1},"content":"Hi {{a}}","type":"text",' +
        '"variables":[{"default":"x","name":"a","required":true,"type":"string"}]}',
    );
    expect(canonicalVersion(parsed(aChat(user('x'), { placeholder: 'h' })).content, [], {})).toBe(
      '{"config":{},"messages":[{"content":"x","role":"user"},{"placeholder":"h"}],"type":"chat","variables":[]}',
    );
  });

  it('differs whenever the content differs', () => {
    fc.assert(
      fc.property(arbitraryTemplateText, arbitraryTemplateText, (one, other) => {
        const [first, second] = [one, other].map((content) => canonicalVersion({ type: 'text', content }, [], {}));
        expect(first === second).toBe(one === other);
      }),
    );
  });

  it('distinguishes no default from a default of null', () => {
    const none = canonicalVersion(text, [aDeclaration('a', { type: 'json' })], {});

    expect(canonicalVersion(text, [aDeclaration('a', { type: 'json', default: null })], {})).not.toBe(none);
  });
});

describe('the placeholders of a chat', () => {
  const { template } = parsed(aChat({ role: 'system', content: '{{a}}' }, { placeholder: 'history' }, user('{{b}}')));
  const history = [
    { role: 'user' as const, content: '{{a}} \\{{a}}' },
    { tool_calls: [{ function: { arguments: '{{a}}' } }], content: null, role: 'assistant' as const },
    { role: 'critic', content: [{ type: 'text', text: '{{a}}' }] },
  ];
  const request = { values: someValues({ a: 'A', b: 'B' }), include: () => undefined, strict: true };

  it('take lists of messages, which are inserted unchanged', () => {
    const outcome = checkPlaceholders(template, { history }, { strict: true });
    const placeholders = outcome.kind === 'valid' && outcome.placeholders;

    expect(placeholders && renderPrompt(template, { ...request, placeholders })).toEqual({
      kind: 'rendered',
      rendered: {
        type: 'chat',
        messages: [{ role: 'system', content: 'A' }, ...history, { role: 'user', content: 'B' }],
      },
    });
  });

  it('must all be known and present when strict', () => {
    expect(checkPlaceholders(template, { other: [] }, { strict: true })).toMatchObject({
      kind: 'invalid',
      problems: [
        { path: 'placeholders.history', problem: 'missing' },
        { path: 'placeholders.other', problem: 'unknown' },
      ],
    });
    expect(checkPlaceholders(template, { other: [] }, { strict: false })).toMatchObject({ kind: 'valid' });
  });

  it.each([
    { list: null, path: '', problem: 'type' },
    { list: 'text', path: '', problem: 'type' },
    { list: {}, path: '', problem: 'type' },
    { list: [{ role: 'user' }, null], path: '.1', problem: 'type' },
    { list: [{ role: 'user' }, [{ role: 'user' }]], path: '.1', problem: 'type' },
    { list: [{ role: 'user', read: () => undefined }], path: '.0', problem: 'type' },
    { list: [{ role: 'tool', ids: [2 ** 53] }], path: '.0.ids.0', problem: 'type' },
    { list: [{ content: 'Hi' }], path: '.0.role', problem: 'missing' },
    { list: [{ role: null, content: 'Hi' }], path: '.0.role', problem: 'type' },
  ])('must be lists of objects with a role, not $list', ({ list, path, problem }) => {
    expect(checkPlaceholders(template, { history: list }, { strict: false })).toMatchObject({
      kind: 'invalid',
      problems: [{ path: `placeholders.history${path}`, problem }],
    });
  });

  it('report every wrong message, a hundred at most', () => {
    const checked = checkPlaceholders(template, { history: Array(101).fill({}) }, { strict: true });

    expect(checked).toMatchObject({ kind: 'invalid', problems: { length: 100 } });
  });

  it('count towards the output with everything they have', () => {
    const render = (message: RenderedMessage) =>
      renderPrompt(template, { ...request, placeholders: somePlaceholders({ history: [message] }) }).kind;
    const text = 'x'.repeat(OUTPUT_BYTES_MAX - 2);

    expect(render({ role: 'user', content: text })).toBe('rendered');
    expect(render({ role: 'user', content: [text] })).toBe('too-large');
    expect(render({ role: text, content: '' })).toBe('too-large');
  });
});
