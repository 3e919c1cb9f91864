import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ImportChecks } from '../../../../../src/adapters/inbound/api/import/import-checks.ts';
import { promptRoutes } from '../../../../../src/adapters/inbound/api/prompts/prompt-routes.ts';
import { HeavyWorkGate } from '../../../../../src/adapters/inbound/http/limits/heavy-work-gate.ts';
import { REQUEST_LIMITS } from '../../../../../src/adapters/inbound/http/limits/http-limits.ts';
import { MemoryBudget } from '../../../../../src/adapters/inbound/http/limits/memory-budget.ts';
import type { GuardedState, RequestState } from '../../../../../src/adapters/inbound/http/request/request-state.ts';
import { registerRoutes } from '../../../../../src/adapters/inbound/http/routes/register-routes.ts';
import type { RouteContext } from '../../../../../src/adapters/inbound/http/routes/route.ts';
import { sendResponse } from '../../../../../src/adapters/inbound/http/server/send-response.ts';
import { KeyedLimiter } from '../../../../../src/adapters/limits/keyed-limiter.ts';
import { systemClock } from '../../../../../src/adapters/outbound/host/system-environment.ts';
import { Author } from '../../../../support/builders/an-author.ts';
import { sessionOf } from '../../../../support/builders/credentials.ts';
import { InMemoryPrompts } from '../../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../../support/in-memory/prompt-ports.ts';
import { aPromptsApplication } from '../../../../support/in-memory/prompts-application.ts';
import { recordCalls } from '../../../../support/record-calls.ts';

/** The prompt routes on a storage that records calls, with one prompt of two versions. */
async function startRecordedService() {
  const { object, calls } = recordCalls(new InMemoryPrompts());
  const author = new Author(inMemoryPromptPorts(object));
  await author.mustCreate('plain', 'One.', { labels: ['production'] });
  await author.mustPublish('plain', 'Two.');

  const app = new Koa<RequestState>();
  const { useCases } = aPromptsApplication(inMemoryPromptPorts(object));
  const mount = {
    actorOf: () => ({ channel: 'api' as const, credential: sessionOf({ sessionEpoch: 0 }) }),
    publicUrl: () => 'http://test',
    prefix: '',
  } as const;
  // Only exports and imports use these.
  const isDraining = () => false;
  const streamCredentials = { ofKey: vi.fn(), ofSession: vi.fn() };
  const services = {
    ...useCases,
    ...mount,
    importChecks: new ImportChecks(systemClock),
    streamCredentials,
    isDraining,
  };
  const limits = {
    bodies: MemoryBudget.forBodies(),
    responses: MemoryBudget.forResponses(),
    accounts: new KeyedLimiter(REQUEST_LIMITS),
    heavyWork: new HeavyWorkGate(),
  };
  app.use(async (ctx, next) => {
    Object.assign(ctx.state, { requestId: 'test', cacheControl: 'no-store' });
    await next();
    sendResponse(ctx);
  });
  registerRoutes(app, promptRoutes, services, {
    key: (handle) => async (context) => {
      const ctx = context as RouteContext<GuardedState>;
      Object.assign(ctx.state, {
        limits,
        account: { id: author.owner },
        promptsState: String(await author.revision()),
      });
      calls.length = 0;
      return handle(ctx);
    },
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { get, calls, author };
}

const PATHS = [
  '/prompts/plain',
  '/prompts/plain?label=production',
  '/prompts/plain?label=latest',
  '/prompts/plain?version=2',
];

it.each([...PATHS, '/prompts', '/prompts?include=content&label=production'])(
  'returns 304 for %s without reading the storage when nothing in the account has changed',
  async (path) => {
    const { get, calls } = await startRecordedService();
    const etag = (await get(path)).headers.get('ETag') ?? '';

    const response = await get(path, { 'If-None-Match': etag });

    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(calls).toEqual([]);
  },
);

it.each(PATHS)('returns 304 for %s after reading only the head when other prompts have changed', async (path) => {
  const { get, calls, author } = await startRecordedService();
  const etag = (await get(path)).headers.get('ETag') ?? '';
  await author.mustCreate('other', 'Unlike.');

  const response = await get(path, { 'If-None-Match': etag });

  expect([response.status, await response.text()]).toEqual([304, '']);
  expect(calls).toEqual(['readHead']);
});

it('caches the head only for clients that already have the content', async () => {
  const { get, calls, author } = await startRecordedService();
  const etag = (await get('/prompts/plain')).headers.get('ETag') ?? '';
  const path = '/prompts/plain?label=production';

  expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
  expect(calls).toEqual(['readHead']);
  expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
  expect(calls).toEqual([]);
  expect(await (await get(path)).json()).toMatchObject({ data: { content: 'One.' } });
  expect(calls).toEqual(['read']);

  await author.mustPublish('plain', 'Three.', { labels: ['production'] });
  const moved = await get(path, { 'If-None-Match': etag });
  expect(await moved.json()).toMatchObject({ data: { content: 'Three.' } });
});

it('does not trust a made-up ETag for a missing version', async () => {
  const { get } = await startRecordedService();
  const etag = (await get('/prompts/plain?version=2')).headers.get('ETag') ?? '';
  const forged = etag.replace(/2"$/, '9"');

  expect((await get('/prompts/plain?version=9', { 'If-None-Match': forged })).status).toBe(404);
  for (const path of ['/prompts/plain?version=9', '/prompts/plain?label=staging', '/prompts/other']) {
    expect((await get(path, { 'If-None-Match': '*' })).status).toBe(404);
  }
});

it('takes a page of a list from the cache until something changes', async () => {
  const { get, calls, author } = await startRecordedService();
  const first = await (await get('/prompts')).text();

  expect(await (await get('/prompts')).text()).toBe(first);
  expect(calls).toEqual([]);
  await author.mustPublish('plain', 'Three.');
  expect(await (await get('/prompts')).json()).toMatchObject({ data: [{ name: 'plain', latestVersion: 3 }] });
});

it.each([
  ['/prompts/plain', 'Three.'],
  ['/prompts/plain?label=latest', 'Three.'],
  ['/prompts/plain?version=2', 'Two.'],
])('takes %s from the cache until something changes', async (path, after) => {
  const { get, calls, author } = await startRecordedService();
  const first = await get(path);
  const text = await first.text();

  const again = await get(path);

  expect(await again.text()).toBe(text);
  expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
  expect(calls).toEqual([]);
  await author.mustCreate('other', 'Unlike.');
  expect(await (await get(path)).text()).toBe(text);
  expect(calls).toEqual(['readHead']);
  await author.mustPublish('plain', 'Three.', { labels: ['production'] });
  expect(await (await get(path)).json()).toMatchObject({ data: { content: after, latestVersion: 3 } });
});
