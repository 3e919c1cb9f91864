import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { allPromptRoutes } from '../../../src/adapters/inbound/http/prompts/all-prompt-routes.ts';
import { Author } from '../../support/an-author.ts';
import { InMemoryPrompts } from '../../support/in-memory-prompts.ts';
import { aPromptsApplication } from '../../support/prompts-application.ts';
import { recorded } from '../../support/recorded.ts';

/** The routes on a storage that remembers what it was asked, with one prompt of two versions. */
async function aWatchedService() {
  const { object, calls } = recorded(new InMemoryPrompts());
  const author = new Author(object);
  await author.has('plain', 'One.', { labels: ['production'] });
  await author.adds('plain', 'Two.');

  const app = new Koa();
  app.use((ctx, next) => {
    ctx.state['account'] = { id: author.owner };
    return next();
  });
  const { useCases } = aPromptsApplication(object);
  for (const routes of allPromptRoutes(useCases, { by: 'api', base: () => 'http://test' })) app.use(routes.routes());
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { get, calls, author };
}

it.each([
  ['/prompts/plain', 'glimpse'],
  ['/prompts/plain?label=production', 'glimpse'],
  ['/prompts/plain?label=latest', 'glimpse'],
  ['/prompts/plain?version=2', 'glimpse'],
  ['/prompts', 'revisionOf'],
  ['/prompts?include=content&label=production', 'revisionOf'],
])('answers 304 for %s after a single look that loads no content', async (path, look) => {
  const { get, calls } = await aWatchedService();
  const etag = (await get(path)).headers.get('ETag') ?? '';
  calls.length = 0;

  const answer = await get(path, { 'If-None-Match': etag });

  expect([answer.status, await answer.text()]).toEqual([304, '']);
  expect(calls).toEqual([look]);
});

it('writes a page of a list once, and again after a change', async () => {
  const { get, calls, author } = await aWatchedService();
  const first = await (await get('/prompts')).text();
  calls.length = 0;

  const again = await get('/prompts');

  expect(await again.text()).toBe(first);
  expect(again.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(calls).toEqual(['revisionOf']);
  await author.adds('plain', 'Three.');
  expect(await (await get('/prompts')).json()).toMatchObject({ data: [{ name: 'plain', latestVersion: 3 }] });
});

it.each([
  ['/prompts/plain', 'Three.'],
  ['/prompts/plain?label=latest', 'Three.'],
  ['/prompts/plain?version=2', 'Two.'],
])('answers %s again after a single look that loads no content, until it changes', async (path, after) => {
  const { get, calls, author } = await aWatchedService();
  const first = await get(path);
  const text = await first.text();
  calls.length = 0;

  const again = await get(path);

  expect(await again.text()).toBe(text);
  expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
  expect(calls).toEqual(['glimpse']);
  await author.adds('plain', 'Three.', { labels: ['production'] });
  expect(await (await get(path)).json()).toMatchObject({ data: { content: after, latestVersion: 3 } });
});
