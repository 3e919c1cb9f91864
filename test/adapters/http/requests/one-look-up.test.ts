import { beforeEach, expect, it, vi } from 'vitest';
import { PREFETCH_BYTES_MAX } from '../../../../src/application/ports/key-storage.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

async function startObservedApp() {
  const app = await startStandaloneApp();
  const { api, token: key } = app;
  const together = vi.spyOn(app.storage, 'findWithReading');
  const apart = vi.spyOn(app.prompts.reader, 'readPrinted');
  return {
    api,
    key,
    create: (name: string, content: string) =>
      api.call('POST', '/api/prompts', { key, json: { name, content, labels: ['production'] } }),
    /** The status of the response, and how the prompt was read: with the account or apart from it. */
    async read(path: string, headers = {}) {
      together.mockClear();
      apart.mockClear();
      const { status, text } = await api.get(path, { key, headers });
      return { status, text, together: together.mock.calls.length, apart: apart.mock.calls.length };
    },
  };
}

let app: Awaited<ReturnType<typeof startObservedApp>>;

beforeEach(async () => {
  app = await startObservedApp();
  await app.create('one', 'Hello.');
});

it('reads a prompt together with its account twice, and then from the cache', async () => {
  expect(await app.read('/api/prompts/one')).toMatchObject({ status: 200, together: 1, apart: 0 });
  expect(await app.read('/api/prompts/one')).toMatchObject({ status: 200, together: 1, apart: 0 });
  expect(await app.read('/api/prompts/one')).toMatchObject({ status: 200, together: 0, apart: 0 });
  expect(await app.read('/api/prompts/one?label=latest')).toMatchObject({ status: 200, together: 1, apart: 0 });
  expect(await app.read('/api/prompts/one?version=1')).toMatchObject({ status: 200, together: 1, apart: 0 });
});

it('sends the same response either way', async () => {
  for (const query of ['', '?label=production', '?label=latest', '?version=1']) {
    const { text, together } = await app.read(`/api/prompts/one${query}`);
    // Another query, which is not cached. A request with a tag may not need the content.
    const apart = await app.read(`/api/prompts/one${query || '?'}&`, { 'If-None-Match': '"another"' });

    expect({ together, apart: apart.apart }).toEqual({ together: 1, apart: 1 });
    expect(apart.text).toBe(text);
  }
});

it('reads large content apart from the account', async () => {
  await app.create('large', 'x'.repeat(PREFETCH_BYTES_MAX));

  expect(await app.read('/api/prompts/large')).toMatchObject({ status: 200, together: 1, apart: 1 });
});

it.each([
  ['/api/prompts/none', 404],
  ['/api/prompts/one?version=2', 404],
  ['/api/prompts/one?label=staging', 404],
  ['/api/prompts/UPPER%20CASE', 404],
  ['/api/prompts/one?version=x', 400],
])('responds to %s with %i', async (path, status) => {
  expect(await app.read(path)).toMatchObject({ status });
});

it('rejects a reset key before anything else about the request', async () => {
  await app.read('/api/prompts/one');
  await app.api.reset(app.key);

  for (const path of ['/api/prompts/one', '/api/prompts/one?label=latest', '/api/prompts/none', '/api/prompts/one?x']) {
    expect(await app.read(path)).toMatchObject({ status: 401, apart: 0 });
  }
});
