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
  ['a message without a role', { messages: [message, { content: 'x' }] }, ['messages.1']],
  ['a message with an unknown role', { messages: [{ role: 'king', content: 'x' }] }, ['messages.0']],
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

  it('to create a prompt requires a name', async () => {
    const { first } = context();

    expect(pathsIn(await first.post('/prompts', { content: 'x' }))).toEqual(['name']);
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
    ['move a label without a version', 'PUT', '/labels/new', {}, ['version']],
    ['move a label to version 0', 'PUT', '/labels/new', { version: 0 }, ['version']],
    ['move a label with a long message', 'PUT', '/labels/new', { version: 1, message: 'x'.repeat(501) }, ['message']],
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
      { content: 1, variables: {}, labels: 'x' },
      ['content', 'variables', 'labels'],
    ],
  ])('to %s lists the invalid fields', async (_, method, rest, body, paths) => {
    const { first } = context();
    const { id } = await first.createPrompt();

    const response = await first.call(method, `/prompts/${id}${rest}`, body);

    expect(rejectionIn(response)).toBe('422 invalid');
    expect(pathsIn(response)).toEqual(paths);
  });

  it.each<[string, string]>([
    ['POST', '/prompts'],
    ['PUT', '/prompts/new'],
    ['PATCH', '/prompts/{id}'],
    ['POST', '/prompts/{id}/versions'],
    ['PUT', '/prompts/{id}/labels/new'],
    ['POST', '/prompts/{id}/render'],
    ['POST', '/import'],
  ])('for %s %s without valid JSON is rejected', async (method, path) => {
    const { first } = context();
    const { id } = await first.createPrompt();
    const send = (body: string, type: string) =>
      first.api.call(method, `/api${path.replace('{id}', id)}`, {
        key: first.key,
        headers: { 'Content-Type': type },
        body,
      });

    expect(rejectionIn(await send('{', 'application/json'))).toBe('400 malformed_json');
    expect(rejectionIn(await send('{}', 'text/plain'))).toBe('415 unsupported_media_type');
    expect(rejectionIn(await send('[]', 'application/json'))).toBe('422 invalid');
    expect(rejectionIn(await send('{"__proto__":{}}', 'application/json'))).toBe('422 invalid');
  });

  it.each<[string, string, unknown]>([
    ['POST', '/prompts', { name: 'with-query', content: 'x' }],
    ['PUT', '/prompts/{id}', { content: 'y' }],
    ['PATCH', '/prompts/{id}', { archived: true }],
    ['DELETE', '/prompts/{id}', undefined],
    ['POST', '/prompts/{id}/versions', { content: 'y' }],
    ['PUT', '/prompts/{id}/labels/new', { version: 1 }],
    ['DELETE', '/prompts/{id}/labels/old', undefined],
    ['POST', '/prompts/{id}/labels/old/rollback', undefined],
    ['POST', '/prompts/{id}/render', {}],
  ])('for %s %s with a query is rejected, and changes nothing', async (method, path, body) => {
    const { first } = context();
    const { id } = await first.createPrompt({ labels: ['old'] });
    const before = await first.get(`/prompts/${id}`);

    const response = await first.call(method, `${path.replace('{id}', id)}?version=1`, body);

    expect(rejectionIn(response)).toBe('400 bad_query');
    expect(pathsIn(response)).toEqual(['version']);
    expect((await first.get(`/prompts/${id}`)).text).toBe(before.text);
  });

  it.each([
    ['/prompts', 'GET, HEAD, POST, OPTIONS', 'DELETE'],
    ['/prompts/x', 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS', 'POST'],
    ['/prompts/x/versions', 'GET, HEAD, POST, OPTIONS', 'PUT'],
    ['/prompts/x/versions/1', 'GET, HEAD, OPTIONS', 'DELETE'],
    ['/prompts/x/labels/y', 'DELETE, PUT, OPTIONS', 'GET'],
    ['/prompts/x/labels/y/history', 'GET, HEAD, OPTIONS', 'DELETE'],
    ['/prompts/x/labels/y/rollback', 'POST, OPTIONS', 'GET'],
    ['/prompts/x/diff', 'GET, HEAD, OPTIONS', 'POST'],
    ['/prompts/x/render', 'POST, OPTIONS', 'GET'],
    ['/tags', 'GET, HEAD, OPTIONS', 'POST'],
    ['/folders', 'GET, HEAD, OPTIONS', 'POST'],
    ['/export', 'GET, HEAD, OPTIONS', 'POST'],
    ['/import', 'POST, OPTIONS', 'GET'],
  ])('for %s with another method is 405 and gets the allowed methods', async (path, allowed, method) => {
    const { first } = context();

    const response = await first.call(method, path);

    expect(rejectionIn(response)).toBe('405 method_not_allowed');
    expect(response.headers.get('Allow')).toBe(allowed);
  });

  it.each(['/prompts/a/b', '/prompts/x/nothing', '/prompts/x/versions/1/2', '/prompts/x/labels', '/promptsx', '/Tags'])(
    'for %s is 404',
    async (path) => {
      expect(rejectionIn(await context().first.get(path))).toBe('404 not_found');
    },
  );
}
