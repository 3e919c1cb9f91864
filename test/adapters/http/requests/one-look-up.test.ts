import { beforeEach, expect, it, vi } from 'vitest';
import { startStandaloneApp } from '../support/standalone-app.ts';

async function startObservedApp() {
  const app = await startStandaloneApp();
  const { api, token: key } = app;
  // With or without the revision.
  const keys = vi.spyOn(app.storage, 'findByDigest');
  const reads = [vi.spyOn(app.prompts.reader, 'read'), vi.spyOn(app.prompts.reader, 'readHead')];
  return {
    api,
    key,
    /** The status of the response, and how often the key and then the prompt were read. */
    async call(method: string, path: string, json?: object) {
      for (const spy of [keys, ...reads]) spy.mockClear();
      const { status } = await api.call(method, path, { key, json });
      const prompts = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      return { status, keys: keys.mock.calls.length, prompts };
    },
  };
}

let app: Awaited<ReturnType<typeof startObservedApp>>;

beforeEach(async () => {
  app = await startObservedApp();
  await app.api.call('POST', '/api/prompts', { key: app.key, json: { name: 'one', content: 'Hello.' } });
});

it('reads a prompt once, and then only looks up the key', async () => {
  expect(await app.call('GET', '/api/prompts/one')).toEqual({ status: 200, keys: 1, prompts: 1 });
  expect(await app.call('GET', '/api/prompts/one')).toEqual({ status: 200, keys: 1, prompts: 0 });
  expect(await app.call('GET', '/api/prompts/one?label=latest')).toEqual({ status: 200, keys: 1, prompts: 1 });
  expect(await app.call('GET', '/api/prompts/one?version=1')).toEqual({ status: 200, keys: 1, prompts: 1 });
});

it('renders a prompt again without reading it, and looks up the key once if the body comes with the headers', async () => {
  const render = () => app.call('POST', '/api/prompts/one/render', { variables: {} });
  await render();

  expect(await render()).toEqual({ status: 200, keys: 1, prompts: 0 });
});

it('rejects a reset key before anything else about the request', async () => {
  await app.call('GET', '/api/prompts/one');
  await app.api.reset(app.key);

  for (const path of ['/api/prompts/one', '/api/prompts/one?label=latest', '/api/prompts/none', '/api/prompts/one?x']) {
    expect(await app.call('GET', path)).toEqual({ status: 401, keys: 1, prompts: 0 });
  }
});
