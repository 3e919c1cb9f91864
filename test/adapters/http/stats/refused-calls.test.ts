import { describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { REFUSED_CALL_ID_PATTERN } from '../../../../src/domain/usage/refused-call.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { as } from '../callers/read-callers.ts';
import type { Client } from '../prompts/support/client.ts';
import { anUnknownKey } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

type Options = Parameters<typeof startStandaloneApp>[0];

const SECRET = 'do-not-store-this';

/** An application with a prompt that has two versions, after which nothing is counted yet. */
async function start(options?: Options) {
  const app = await startStandaloneApp(options);
  const { ada } = app;
  const content = { content: 'Hello {{name}}, {{#list}}{{.}}{{/list}}', labels: ['production'] };
  const { id } = await ada.createPrompt({ name: 'greeting', ...content });
  await ada.publish(id, { content: `Hi {{name}}, ${SECRET}`, labels: ['staging'] });
  await waitUntil(() => app.tallyCalls.size >= 2, { what: 'the writes are counted', timeoutMs: 20_000 });
  app.tallyCalls.take(() => false);
  return { ...app, id };
}

/** What is stored of the calls since, after this many. */
async function take({ tallyCalls }: Awaited<ReturnType<typeof start>>, calls: number) {
  await waitUntil(() => tallyCalls.size >= calls, { what: `${calls} calls are counted`, timeoutMs: 20_000 });
  const [tally] = tallyCalls.take(() => false);
  return { refused: tally?.refusedCalls ?? [], promptCalls: tally?.promptCalls ?? [], reads: tally?.reads ?? [] };
}

describe('a refused call', () => {
  it('is stored with its route, status, code, request id and caller, and nothing else of the request', async () => {
    const app = await start();
    const headers = { ...as('ci-runner'), 'X-Request-Id': 'trace-7' };

    await app.ada.get(`/prompts/greeting?label=${SECRET}`, headers);
    await app.ada.post('/prompts/greeting/render', { variables: { [SECRET]: SECRET } }, headers);
    await app.ada.get(`/prompts/${SECRET}?version=${SECRET}`, headers);

    const { refused } = await take(app, 3);
    const common = { requestId: 'trace-7', via: 'api', client: 'ci-runner', address: '127.0.0.1' };
    const [id, at] = [expect.stringMatching(REFUSED_CALL_ID_PATTERN), expect.any(Date)];
    expect(refused).toStrictEqual([
      { ...common, id, at, route: 'GET /api/prompts/{ref}', status: 404, code: 'label_not_found', promptId: app.id },
      {
        ...common,
        id,
        at,
        route: 'POST /api/prompts/{ref}/render',
        status: 422,
        code: 'variables_invalid',
        promptId: app.id,
      },
      { ...common, id, at, route: 'GET /api/prompts/{ref}', status: 400, code: 'bad_query', promptId: undefined },
    ]);
    expect(JSON.stringify(refused)).not.toContain(SECRET);
    expect(JSON.stringify(refused)).not.toContain('ph_');
  });

  it('is any with a valid key that ends with 4xx or 5xx, and no other', async () => {
    const app = await start();
    const { api, token: key, ada, prompts } = app;
    await api.get('/api/prompts/greeting', { key: anUnknownKey() });
    await api.get('/api/prompts/greeting');
    await api.get('/api/nothing', { key });
    await ada.get('/prompts/greeting');
    await ada.post('/prompts', { name: 'greeting', content: 'Hi' });
    vi.spyOn(prompts.catalog, 'countByTag').mockRejectedValueOnce(new StorageUnavailable('storage', new Error('gone')));
    await ada.get('/tags');
    vi.spyOn(prompts.catalog, 'countByTag').mockRejectedValueOnce(new Error('a bug'));
    // No endpoint documents a 500, so that the client of other tests would report it.
    await fetch(`${api.url}/api/tags`, { headers: { Authorization: `Bearer ${key}` } });

    const { refused } = await take(app, 4);

    expect(refused.map(({ status, code }) => `${status} ${code}`)).toEqual([
      '409 name_taken',
      '503 storage_unavailable',
      '500 internal_error',
    ]);
  });

  it('has a new request id if the client sent none, the same as in the response', async () => {
    const app = await start();

    const { headers } = await app.ada.get('/prompts/none');

    const { refused } = await take(app, 1);
    expect(refused).toMatchObject([{ requestId: headers.get('X-Request-Id') }]);
  });

  it.each([
    ['langfuse', '/api/public/v2/prompts/greeting?label=none', 'GET /api/public/v2/prompts/{name}', 404],
    ['litellm', '/beta/litellm_prompt_management?prompt_id=none', 'GET /beta/litellm_prompt_management', 404],
  ])('has the interface that the key was used with: %s', async (via, path, route, status) => {
    const app = await start();

    await app.api.get(path, { key: app.token });

    expect((await take(app, 1)).refused).toMatchObject([{ via, route, status }]);
  });
});

describe('a failed read of a prompt', () => {
  it.each<[string, (ada: Client, id: string) => Promise<unknown>, object | undefined]>([
    ['a missing label', (ada) => ada.get('/prompts/greeting?label=none'), {}],
    ['a missing version', (ada, id) => ada.get(`/prompts/${id}?version=9`), {}],
    ['a missing version of its own', (ada) => ada.get('/prompts/greeting/versions/9'), {}],
    ['a missing moment', (ada) => ada.get('/prompts/greeting?at=2001-01-01T00:00:00Z'), {}],
    [
      'a render of a missing label',
      (ada) => ada.post('/prompts/greeting/render', { variables: {}, label: 'none' }),
      {},
    ],
    [
      'a render without its variables',
      (ada) => ada.post('/prompts/greeting/render', { variables: {} }),
      { version: 1, label: 'production' },
    ],
    [
      'a render of a label',
      (ada) => ada.post('/prompts/greeting/render', { label: 'staging', variables: {} }),
      { version: 2, label: 'staging' },
    ],
    [
      'a render of a version',
      (ada) => ada.post('/prompts/greeting/render', { version: 2, variables: {} }),
      { version: 2 },
    ],
    ['a missing prompt', (ada) => ada.get('/prompts/none'), undefined],
    ['a write', (ada) => ada.call('PUT', '/prompts/greeting/labels/staging', { version: 9 }), undefined],
  ])('is counted with what was found: %s', async (_, request, found) => {
    const app = await start();

    await request(app.ada, app.id);

    const { promptCalls, reads } = await take(app, 1);
    const count = { promptId: app.id, version: undefined, label: undefined, served: 0, failed: 1, ...found };
    expect(promptCalls.map(({ hour: _hour, ...rest }) => rest)).toEqual(found ? [count] : []);
    expect(reads).toEqual([]);
  });

  it.each([
    ['Langfuse', '/api/public/v2/prompts/greeting', { version: 1, label: 'production' }],
    ['Langfuse without includes', '/api/public/v2/prompts/greeting?resolve=false', { version: 1, label: 'production' }],
    ['Langfuse with a missing label', '/api/public/v2/prompts/greeting?label=none', {}],
    ['LiteLLM', '/beta/litellm_prompt_management?prompt_id=greeting', { version: 1, label: 'production' }],
    ['LiteLLM with a missing label', '/beta/litellm_prompt_management?prompt_id=greeting@none', {}],
    ['LangChain with a missing label', '/api/hub/commits/-/greeting/none', {}],
    ['LangChain with a missing hash', `/api/hub/commits/-/greeting/${'0'.repeat(64)}`, {}],
  ])('is counted with what was found: %s', async (_, path, found) => {
    const app = await start();

    // Neither Langfuse for Python nor LiteLLM can express the list.
    const { status } = await app.api.get(path, { key: app.token, headers: { 'X-Langfuse-Sdk-Name': 'python' } });

    expect(status).toBeGreaterThanOrEqual(400);
    const { promptCalls } = await take(app, 1);
    expect(promptCalls).toMatchObject([{ promptId: app.id, served: 0, failed: 1, ...found }]);
    expect(promptCalls).toHaveLength(1);
  });
});
