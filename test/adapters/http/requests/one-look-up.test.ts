import { beforeEach, expect, it, vi } from 'vitest';
import { startStandaloneApp } from '../support/standalone-app.ts';

async function startObservedApp() {
  const app = await startStandaloneApp();
  const { api, token: key } = app;
  const keys = vi.spyOn(app.storage, 'findWithRevision');
  const reads = [vi.spyOn(app.prompts.reader, 'read'), vi.spyOn(app.prompts.reader, 'readHead')];
  return {
    api,
    key,
    /** The status of the response, and how often the key and then the prompt were read. */
    async read(path: string) {
      keys.mockClear();
      for (const read of reads) read.mockClear();
      const { status } = await api.get(path, { key });
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
  expect(await app.read('/api/prompts/one')).toEqual({ status: 200, keys: 1, prompts: 1 });
  expect(await app.read('/api/prompts/one')).toEqual({ status: 200, keys: 1, prompts: 0 });
  expect(await app.read('/api/prompts/one?label=latest')).toEqual({ status: 200, keys: 1, prompts: 1 });
  expect(await app.read('/api/prompts/one?version=1')).toEqual({ status: 200, keys: 1, prompts: 1 });
});

it('rejects a reset key before anything else about the request', async () => {
  await app.read('/api/prompts/one');
  await app.api.reset(app.key);

  for (const path of ['/api/prompts/one', '/api/prompts/one?label=latest', '/api/prompts/none', '/api/prompts/one?x']) {
    expect(await app.read(path)).toEqual({ status: 401, keys: 1, prompts: 0 });
  }
});
