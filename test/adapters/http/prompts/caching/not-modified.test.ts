import { beforeEach, expect, it, vi } from 'vitest';
import { startStandaloneApp } from '../../support/standalone-app.ts';
import type { Client } from '../support/client.ts';

let app: Awaited<ReturnType<typeof startStandaloneApp>>;
let ada: Client;

/** With one prompt of two versions. */
beforeEach(async () => {
  app = await startStandaloneApp();
  ({ ada } = app);
  await ada.createPrompt({ name: 'plain', content: 'One.', labels: ['production'] });
  await ada.publish('plain', { content: 'Two.' });
});

/** The response, and what was read for it: the key, and then prompts. */
async function get(path: string, headers?: Readonly<Record<string, string>>) {
  const { storage, prompts } = app;
  const spies = {
    key: vi.spyOn(storage, 'findWithRevision'),
    version: vi.spyOn(prompts.reader, 'read'),
    head: vi.spyOn(prompts.reader, 'readHead'),
    list: vi.spyOn(prompts.catalog, 'list'),
    'list with content': vi.spyOn(prompts.catalog, 'listWithVersions'),
  };
  const response = await ada.get(path, headers);
  const reads = Object.entries(spies).flatMap(([name, { mock }]) => mock.calls.map(() => name));
  vi.restoreAllMocks();
  return { ...response, reads, etag: response.headers.get('ETag') ?? '' };
}

const PATHS = [
  '/prompts/plain',
  '/prompts/plain?label=production',
  '/prompts/plain?label=latest',
  '/prompts/plain?version=2',
];

it.each([...PATHS, '/prompts', '/prompts?include=content&label=production'])(
  'returns 304 for %s without reading prompts when nothing in the account has changed',
  async (path) => {
    const { etag } = await get(path);

    expect(await get(path, { 'If-None-Match': etag })).toMatchObject({ status: 304, text: '', reads: ['key'] });
  },
);

it.each(PATHS)('returns 304 for %s after reading only the head when other prompts have changed', async (path) => {
  const { etag } = await get(path);
  await ada.createPrompt({ name: 'other' });

  expect(await get(path, { 'If-None-Match': etag })).toMatchObject({ status: 304, text: '', reads: ['key', 'head'] });
});

it('caches the head only for clients that already have the content', async () => {
  const known = { 'If-None-Match': (await get('/prompts/plain')).etag };
  const path = '/prompts/plain?label=production';

  expect(await get(path, known)).toMatchObject({ status: 304, reads: ['key', 'head'] });
  expect(await get(path, known)).toMatchObject({ status: 304, reads: ['key'] });
  expect(await get(path)).toMatchObject({ body: { data: { content: 'One.' } }, reads: ['key', 'version'] });
  await ada.publish('plain', { content: 'Three.', labels: ['production'] });
  expect(await get(path, known)).toMatchObject({ body: { data: { content: 'Three.' } } });
});

it('does not trust a made-up ETag for a missing version', async () => {
  const { etag } = await get('/prompts/plain?version=2');

  expect((await get('/prompts/plain?version=9', { 'If-None-Match': etag.replace(/2"$/, '9"') })).status).toBe(404);
  for (const path of ['/prompts/plain?version=9', '/prompts/plain?label=staging', '/prompts/other']) {
    expect((await get(path, { 'If-None-Match': '*' })).status).toBe(404);
  }
});

it('takes a page of a list from the cache until something changes', async () => {
  const first = await get('/prompts');

  expect(first.reads).toEqual(['key', 'list']);
  expect(await get('/prompts')).toMatchObject({ text: first.text, reads: ['key'] });
  await ada.publish('plain', { content: 'Three.' });
  expect(await get('/prompts')).toMatchObject({ body: { data: [{ name: 'plain', latestVersion: 3 }] } });
});

it.each([
  ['/prompts/plain', 'Three.'],
  ['/prompts/plain?label=latest', 'Three.'],
  ['/prompts/plain?version=2', 'Two.'],
])('takes %s from the cache until something changes', async (path, after) => {
  const first = await get(path);

  expect(first.reads).toEqual(['key', 'version']);
  expect(await get(path)).toMatchObject({ text: first.text, etag: first.etag, reads: ['key'] });
  await ada.createPrompt({ name: 'other' });
  expect(await get(path)).toMatchObject({ text: first.text, reads: ['key', 'head'] });
  await ada.publish('plain', { content: 'Three.', labels: ['production'] });
  expect(await get(path)).toMatchObject({ body: { data: { content: after, latestVersion: 3 } } });
});

it.each(['/prompts/plain', '/prompts/plain?label=latest', '/prompts/none', '/prompts/plain?x'])(
  'rejects a reset key before anything else about the request: %s',
  async (path) => {
    await get('/prompts/plain');
    await app.api.reset(app.token);

    expect(await get(path)).toMatchObject({ status: 401, reads: ['key'] });
  },
);

it('looks up the key once for a prompt that is rendered again, if the body comes with the headers', async () => {
  const render = () => app.api.call('POST', '/api/prompts/plain/render', { key: app.token, json: { variables: {} } });
  await render();
  const findByDigest = vi.spyOn(app.storage, 'findByDigest');

  expect(await render()).toMatchObject({ status: 200 });
  expect(findByDigest).toHaveBeenCalledOnce();
});
