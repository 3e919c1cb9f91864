import { expect, it } from 'vitest';
import { aName, detailsIn, expectStatus, type PromptsContext, rejectionIn } from './support/client.ts';

const pathsIn = (response: Parameters<typeof detailsIn>[0]) =>
  (detailsIn(response) as { path: string }[]).map(({ path }) => path);

const message = { role: 'user', content: 'x' };
const variable = { name: 'a', type: 'string', required: true };

/** What the form of a request decides, and one problem that the domain reports. Sent with a valid name. */
const PROMPTS: readonly (readonly [string, object, readonly string[]])[] = [
  ['no content', {}, ['content']],
  ['content and messages', { content: 'x', messages: [message] }, ['content']],
  ['a type that does not match the content', { type: 'chat', content: 'x' }, ['type']],
  ['an unknown type', { type: 'image', content: 'x' }, ['type']],
  ['content that is not a string', { content: ['x'] }, ['content']],
  ['messages that are not a list', { messages: 'x' }, ['messages']],
  ['a message without a role', { messages: [message, { content: 'x' }] }, ['messages.1.role']],
  ['a message that is none', { messages: [message, {}, 'x'] }, ['messages.1', 'messages.2']],
  ['a message with an unknown role', { messages: [{ role: 'king' }] }, ['messages.0.role', 'messages.0.content']],
  ['a message with an unknown field', { messages: [{ ...message, name: 'x' }] }, ['messages.0.name']],
  ['an unknown field', { content: 'x', colour: 'red', size: 1 }, ['colour', 'size']],
  ['fields of the wrong type', { content: 'x', tags: 'a', config: [], labels: {} }, ['config', 'labels', 'tags']],
  ['null', { content: 'x', description: null, message: null }, ['message', 'description']],
  ['an undeclared variable', { content: '{{a}}{{b}}', variables: [variable] }, ['variables.b']],
  ['a variable of an unknown type', { content: '', variables: [{ ...variable, type: 'date' }] }, ['variables.0.type']],
  ['a variable with an unknown field', { content: '{{a}}', variables: [{ ...variable, min: 1 }] }, ['variables.0.min']],
  ['an include of a missing prompt', { content: '{{> nothing}}' }, ['includes']],
  [
    'many problems together',
    { name: 'A', content: '{{#a}}', tags: ['B'], labels: ['latest'], message: 'x'.repeat(501) },
    ['name', 'tags.0', 'labels.0', 'content', 'message'],
  ],
];

export function badRequestsSuite(context: () => PromptsContext): void {
  it.each(PROMPTS)('to write a prompt lists the invalid fields: %s', async (_, body, paths) => {
    const { first, second } = context();
    const name = aName();

    const posted = await first.post('/prompts', { name, ...body });
    const put = await second.put(`/prompts/${name}`, body);

    expect([posted, put].map(rejectionIn)).toEqual(['422 invalid', '422 invalid']);
    expect([posted, put].map(pathsIn)).toEqual([paths, paths]);
    expectStatus(404, await first.get(`/prompts/${name}`));
  });

  it.each<[string, string, string, unknown, readonly string[]]>([
    [
      'change metadata',
      'PATCH',
      '',
      { name: 7, tags: 'a', archived: 'yes', content: 'x' },
      ['name', 'archived', 'tags', 'content'],
    ],
    ['move a label', 'PUT', '/labels/new', { version: '1', force: 'yes', to: 2 }, ['version', 'force', 'to']],
    ['move a label to version 0', 'PUT', '/labels/new', { version: 0 }, ['version']],
    [
      'render',
      'POST',
      '/render',
      { variables: [], placeholders: 'x', strict: 1, x: 1 },
      ['variables', 'placeholders', 'strict', 'x'],
    ],
    ['render both a label and a version', 'POST', '/render', { label: 'a', version: 1 }, ['version']],
    ['render an invalid label', 'POST', '/render', { label: 'A' }, ['label']],
    [
      'publish a version',
      'POST',
      '/versions',
      { content: 1, variables: {}, labels: 'x', type: 'text', colour: 'red' },
      ['content', 'variables', 'labels', 'type', 'colour'],
    ],
    ['publish neither content nor messages', 'POST', '/versions', {}, ['content']],
    [
      'publish what is also restored',
      'POST',
      '/versions',
      { restore: 1, content: 'x', config: {} },
      ['content', 'config'],
    ],
    ['restore version 0', 'POST', '/versions', { restore: 0 }, ['restore']],
  ])('to %s lists the invalid fields', async (_, method, rest, body, paths) => {
    const { first } = context();
    const { id } = await first.createPrompt();

    const response = await first.call(method, `/prompts/${id}${rest}`, body);

    expect(rejectionIn(response)).toBe('422 invalid');
    expect(pathsIn(response)).toEqual(paths);
  });

  it.each<[string, object, readonly [path: string, problem: string, message: string][]]>([
    [
      'several fields',
      { content: '{{#a}}', tags: ['B', 'a', 'a'] },
      [
        ['tags.0', 'malformed', 'Field tags.0 must be 1 to 36 of a-z, 0-9, . _ -.'],
        ['tags.2', 'duplicate', 'Field tags.2 is given twice.'],
        ['content', 'unbalanced', 'Field content: section a is not closed (line 1, column 1).'],
      ],
    ],
    [
      'a size',
      { content: 'x', labels: Array(21).fill('a') },
      [['labels', 'too-many', 'Field labels must have at most 20 entries.']],
    ],
    ['a type', { content: 7 }, [['content', 'type', 'Field content must be a string.']]],
    ['a typo', { content: 'x', tag: [] }, [['tag', 'unknown', 'Field tag is unknown (did you mean tags?).']]],
    ['an include', { content: '{{> gone}}' }, [['includes', 'not-found', 'No text prompt named gone.']]],
    [
      'two contents',
      { content: 'x', messages: [] },
      [['content', 'conflicting', 'Field content cannot be combined with messages.']],
    ],
  ])('reports each problem with a code and a sentence: %s', async (_, body, expected) => {
    const { first } = context();

    const response = await first.post('/prompts', { name: aName(), ...body });

    const details = expected.map(([path, problem, message]) => ({ path, problem, message }));
    expect(response.body).toMatchObject({ code: 'invalid', details });
  });

  it('names the roles that a message may have', async () => {
    const { first } = context();

    const response = await first.post('/prompts', { name: aName(), messages: [{ role: 'king', content: 'x' }] });

    expect(response.body).toMatchObject({
      error: 'Field messages.0.role must be one of system, developer, user, assistant or tool.',
    });
  });

  it('to create a prompt lists every field that is missing, beside those that are wrong', async () => {
    const response = await context().first.post('/prompts', { tags: 'a' });

    expect(pathsIn(response)).toEqual(['name', 'tags', 'content']);
  });

  it.each<[string, string, unknown]>([
    ['DELETE', '/prompts/{id}', undefined],
    ['POST', '/prompts/{id}/versions', { content: 'y' }],
    ['DELETE', '/prompts/{id}/labels/old', undefined],
  ])('for %s %s with a query is rejected, and changes nothing', async (method, path, body) => {
    const { first } = context();
    const { id } = await first.createPrompt({ labels: ['old'] });
    const before = await first.get(`/prompts/${id}`);

    const response = await first.call(method, `${path.replace('{id}', id)}?version=1`, body);

    expect(rejectionIn(response)).toBe('400 bad_query');
    expect(pathsIn(response)).toEqual(['version']);
    expect((await first.get(`/prompts/${id}`)).text).toBe(before.text);
  });
}
