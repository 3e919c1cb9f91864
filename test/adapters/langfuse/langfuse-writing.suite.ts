import { expect, it } from 'vitest';
import { aName, type Client, expectStatus, type PromptsContext } from '../http/prompts/support/client.ts';
import type { ApiResponse, Call } from '../http/support/api.ts';

const PROMPTS = '/api/public/v2/prompts';

const call = ({ api, key }: Client, method: string, path: string, given: Call = {}): Promise<ApiResponse> =>
  api.call(method, path, { key, ...given });

export function langfuseWritingSuite(context: () => PromptsContext): void {
  const post = (json: unknown) => call(context().first, 'POST', PROMPTS, { json });

  it('takes null for absent, and ignores unknown fields', async () => {
    const name = aName();
    const nothing = { type: null, labels: null, tags: null, config: null, commitMessage: null, isActive: null };

    const { body } = expectStatus(201, await post({ name, prompt: 'Hi', ...nothing, folder: 'x', author: { a: 1 } }));

    expect(body).toMatchObject({ name, version: 1, type: 'text', labels: ['latest'], tags: [], config: {} });
  });

  it('takes over neither the config nor the labels of the version before, but leaves the tags', async () => {
    const name = aName();
    await post({ name, prompt: 'One', config: { model: 'm' }, labels: ['production'], tags: ['a'] });

    const { body } = expectStatus(201, await post({ name, prompt: 'Two' }));

    expect(body).toMatchObject({ version: 2, config: {}, labels: ['latest'], tags: ['a'] });
  });

  it('drops the label latest, and adds production to active prompts', async () => {
    const { body } = expectStatus(
      201,
      await post({ name: aName(), prompt: 'Hi', labels: ['latest', 'staging'], isActive: true }),
    );

    expect(body).toMatchObject({ labels: ['production', 'staging', 'latest'], isActive: true });
  });

  it.each<readonly [string, object, string]>([
    ['no name', { prompt: 'x' }, 'invalid'],
    ['no prompt', { name: 'a' }, 'invalid'],
    ['a chat without messages', { name: 'a', type: 'chat', prompt: 'x' }, 'invalid'],
    ['an unknown role', { name: 'a', prompt: [{ role: 'clown', content: 'x' }] }, 'invalid'],
    ['a malformed label', { name: 'a', prompt: 'x', labels: ['!'] }, 'invalid'],
    ['a missing include', { name: 'a', prompt: '@@@langfusePrompt:name=none|version=1@@@' }, 'invalid'],
    ['a tag that we do not have', { name: 'a', prompt: 'Hi {{first-name}}' }, 'not_expressible'],
  ])('refuses %s', async (_, json, code) => {
    const { status, body } = await post(json);

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'InvalidRequestError', code });
    expect((body as { message: string }).message.startsWith(`${code}: `)).toBe(true);
  });

  it.each([
    ['tool_calls', { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function' }] }],
    ['tool_call_id', { role: 'tool', content: 'x', tool_call_id: 'c1' }],
  ])('refuses %s, which would be lost', async (field, message) => {
    const { status, body } = await post({ name: aName(), prompt: [{ role: 'user', content: 'x' }, message] });

    expect(status).toBe(400);
    const detail = {
      path: `prompt.1.${field}`,
      problem: 'unsupported',
      message: expect.stringContaining('placeholder'),
    };
    expect(body).toMatchObject({ code: 'invalid', details: [detail] });
    const without = { ...message, content: 'x', [field]: null };
    expect(await post({ name: aName(), prompt: [without] })).toMatchObject({ status: 201 });
  });

  it('limits the body like our own API', async () => {
    const { status, body } = await post({ name: 'a', prompt: 'x'.repeat(1024 * 1024) });

    expect(status).toBe(413);
    expect(body).toMatchObject({ error: 'InvalidRequestError', code: 'body_too_large' });
  });

  it('refuses a body that is not JSON, and a text for a chat', async () => {
    const { first } = context();
    const { name } = await first.createPrompt({ messages: [{ role: 'user', content: 'x' }] });

    const malformed = await call(first, 'POST', PROMPTS, {
      body: '{',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(malformed).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(await post({ name, prompt: 'x' })).toMatchObject({ status: 400, body: { code: 'type_mismatch' } });
  });

  it.each([
    [{ newLabels: ['latest'] }, 400],
    [{ newLabels: ['Latest'] }, 400],
    [{ newLabels: 'production' }, 400],
    [{}, 400],
    [{ newLabels: [], name: 'other', version: 9 }, 200],
  ])('labels a version with %j as %i', async (json, status) => {
    const { first } = context();
    const { name } = await first.createPrompt();

    const response = await call(first, 'PATCH', `${PROMPTS}/${name}/versions/1`, { json });

    expect(response.status, response.text).toBe(status);
  });

  it.each(['2', '0', 'x'])('is 404 for labels of version %s', async (version) => {
    const { first } = context();
    const { name } = await first.createPrompt();

    const path = `${PROMPTS}/${name}/versions/${version}`;
    const { status, body } = await call(first, 'PATCH', path, { json: { newLabels: ['a'] } });

    expect(status).toBe(404);
    expect(body).toMatchObject({ message: `Prompt not found: '${name}' with version ${version}` });
  });

  it('labels a version that no client can render', async () => {
    const { first } = context();
    const { name } = await first.createPrompt({ name: aName('a'), content: '\\{{x}}' });

    const path = `${PROMPTS}/${name}/versions/1`;
    const { body } = expectStatus(200, await call(first, 'PATCH', path, { json: { newLabels: ['production'] } }));

    expect(body).toMatchObject({ name, prompt: '\\{{x}}', labels: ['production', 'latest'] });
  });

  it('responds 405 with the methods of a path, and 404 to everything else', async () => {
    const { first } = context();

    const { status, body, headers } = await call(first, 'PUT', `${PROMPTS}/a`);
    expect(status).toBe(405);
    expect(headers.get('Allow')).toBe('DELETE, GET, HEAD, OPTIONS');
    expect(body).toMatchObject({ error: 'MethodNotAllowedError', code: 'method_not_allowed' });
    for (const path of ['', '/', '/traces', '/otel/v1/traces', '/v2/datasets', '/v2/prompts2']) {
      const { status, body } = await call(first, 'POST', `/api/public${path}`);
      expect(status, path).toBe(404);
      expect(body).toEqual({
        message: 'Prompthold serves only the prompts part of this API',
        error: 'LangfuseNotFoundError',
        code: 'not_found',
        requestId: expect.any(String),
      });
    }
  });
}
