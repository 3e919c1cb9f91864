import { expect, it } from 'vitest';
import { aName, type Client, expectStatus, type PromptsContext } from '../http/prompts/support/client.ts';
import type { ApiResponse, Call } from '../http/support/api.ts';

const PROMPTS = '/api/public/v2/prompts';

const at = (name: string, query = ''): string => `${PROMPTS}/${encodeURIComponent(name)}${query}`;

const call = ({ api, key }: Client, method: string, path: string, given: Call = {}): Promise<ApiResponse> =>
  api.call(method, path, { key, ...given });

const PYTHON = { 'X-Langfuse-Sdk-Name': 'python' };

/** What no SDK shows: every field, every parameter, and what is refused. */
export function langfuseReadingSuite(context: () => PromptsContext): void {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    call(context().first, 'GET', path, { headers });

  it('has exactly the fields that clients read', async () => {
    const { services, first } = context();
    const name = aName('support');
    const { id } = await first.createPrompt({ name, content: 'One', labels: ['production'], tags: ['mail'] });
    await first.publish(id, {
      content: 'Dear {{name}}',
      message: 'why',
      config: { n: [1, null] },
      labels: ['staging'],
    });
    const { body: account } = await services.first.verify(first.key);

    const { body, headers } = expectStatus(200, await get(at(name, '?label=staging')));

    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).toEqual({
      id: `${id}.2`,
      name,
      version: 2,
      type: 'text',
      prompt: 'Dear {{name}}',
      config: { n: [1, null] },
      labels: ['staging', 'latest'],
      tags: ['mail'],
      commitMessage: 'why',
      resolutionGraph: null,
      createdAt: time,
      updatedAt: time,
      createdBy: 'API',
      projectId: (account as { userId: string }).userId,
      isActive: false,
    });
    expect(headers.get('Vary')).toBe('Authorization, X-Langfuse-Sdk-Name, Origin');
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    expect((await get(at(name))).body).toMatchObject({ isActive: true, commitMessage: null, labels: ['production'] });
  });

  it('has messages without a type, and placeholders with theirs', async () => {
    const { first } = context();
    const messages = [{ role: 'system', content: 'Hi' }, { placeholder: 'history' }, { role: 'tool', content: '1' }];
    const { name } = await first.createPrompt({ messages, labels: ['production'] });

    const { body } = await get(at(name));

    expect(body).toMatchObject({ type: 'chat' });
    expect((body as { prompt: unknown }).prompt).toEqual([
      { role: 'system', content: 'Hi' },
      { type: 'placeholder', name: 'history' },
      { role: 'tool', content: '1' },
    ]);
  });

  it('accepts names with literal slashes, in other spellings, and ids', async () => {
    const { first } = context();
    const { id, name } = await first.createPrompt({ name: aName('a/b'), labels: ['production'] });

    for (const path of [name, name.toUpperCase(), `%20${name}`, `${name}/`, id]) {
      expect((await get(`${PROMPTS}/${path}`)).body, path).toMatchObject({ id: `${id}.1`, version: 1 });
    }
    expect((await get(`${PROMPTS}/${name.toUpperCase()}`)).body).toMatchObject({ name: name.toUpperCase() });
  });

  it('hides the prompts of other accounts', async () => {
    const { first, stranger } = context();
    const { id, name } = await first.createPrompt({ labels: ['production'] });

    for (const reference of [id, name]) {
      const path = at(reference);
      const response = await call(stranger, 'GET', path);
      expect(response.body).toMatchObject({ code: 'prompt_not_found', error: 'LangfuseNotFoundError' });
      expect((await call(stranger, 'DELETE', path)).status).toBe(404);
      const json = { newLabels: ['production'] };
      expect((await call(stranger, 'PATCH', `${path}/versions/1`, { json })).status).toBe(404);
    }
    expect((await get(at(name))).status).toBe(200);
  });

  it.each([
    ['a malformed label', '?label=%21', "with label '!'"],
    ['a label that no prompt has', '?label=none', "with label 'none'"],
    ['a version that does not exist', '?version=2', 'with version 2'],
    ['a version with too many digits', '?version=99999999999', 'with version 99999999999'],
    ['the default label if the prompt lacks it', '', "with label 'production'"],
  ])('is 404 for %s', async (_, query, described) => {
    const { name } = await context().first.createPrompt();

    const { status, body } = await get(at(name, query));

    expect(status).toBe(404);
    expect(body).toEqual({
      message: `Prompt not found: '${name}' ${described}`,
      error: 'LangfuseNotFoundError',
      code: expect.stringMatching(/_not_found$/),
      requestId: expect.any(String),
    });
  });

  it.each(['%20', '_', '%E2%80%A6', 'missing'])('is 404 for the name %s', async (name) => {
    const { status, body } = await get(`${PROMPTS}/${name}`);

    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'prompt_not_found', error: 'LangfuseNotFoundError' });
  });

  it.each(['?label=a&version=1', '?version=one', '?version=-1', '?label=a&label=b'])('is 400 for %s', async (query) => {
    const { name } = await context().first.createPrompt();

    const { status, body } = await get(at(name, query));

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'InvalidRequestError', code: 'bad_query' });
    expect((body as { message: string }).message).toMatch(/^bad_query: /);
  });

  it('ignores unknown and empty parameters', async () => {
    const { name } = await context().first.createPrompt({ labels: ['production'] });

    expect((await get(at(name, '?environment=x&label=&version=&resolve='))).status).toBe(200);
  });

  it.each([
    ['an escaped tag', 'a\n\\{{b}}', '{{b}}', 2],
    ['braces that are no tag', '{{b c}}', '{{b c}}', 1],
  ])('refuses %s for all clients', async (_, content, tag, line) => {
    const { name } = await context().first.createPrompt({ content, labels: ['production'] });

    for (const headers of [{}, PYTHON]) {
      const { status, body } = await get(at(name), headers);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: 'InvalidRequestError', code: 'not_expressible' });
      const { message } = body as { message: string };
      expect(message).toContain(tag);
      expect(message).toContain(`line ${line}`);
    }
  });

  it.each([
    ['a section', '{{#a}}x{{/a}}', '{{#a}}'],
    ['an item', '{{#a}}{{.}}{{/a}}', '{{.}}'],
  ])('refuses %s only for Python', async (_, content, tag) => {
    const { name } = await context().first.createPrompt({ content, labels: ['production'] });

    expect((await get(at(name))).body).toMatchObject({ prompt: content });
    expect((await get(at(name), { 'X-Langfuse-Sdk-Name': 'javascript' })).status).toBe(200);
    const { status, body } = await get(at(name), PYTHON);
    expect(status).toBe(400);
    expect((body as { message: string }).message).toContain(tag);
  });

  it('writes includes without a selector as composition tags with the one that applies', async () => {
    const { first } = context();
    const [released, other] = [await first.createPrompt({ labels: ['production'] }), await first.createPrompt()];
    const content = `{{> ${released.name}}} {{> ${other.name}}} {{> ${other.name}@1}}`;
    const { name } = await first.createPrompt({ content, labels: ['production'] });

    const { body } = await get(at(name, '?resolve=false'));

    const tag = (name: string, selector: string) => `@@@langfusePrompt:name=${name}|${selector}@@@`;
    expect(body).toMatchObject({
      prompt: `${tag(released.name, 'label=production')} ${tag(other.name, 'label=latest')} ${tag(other.name, 'version=1')}`,
    });
  });

  it('refuses a prompt that is too large with its includes', async () => {
    const { first } = context();
    const part = await first.createPrompt({ content: 'x'.repeat(200_000), labels: ['production'] });
    const content = `{{> ${part.name}}}`.repeat(6);
    const { name } = await first.createPrompt({ content, labels: ['production'] });

    const { status, body } = await get(at(name));

    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'render_too_large', error: 'InvalidRequestError' });
  });
}
