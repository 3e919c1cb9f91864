import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import type { RequestState } from '../../../../src/adapters/inbound/http/request/request-state.ts';
import { sendResponse } from '../../../../src/adapters/inbound/http/server/send-response.ts';

/** The response of a server whose handler responds with this body. */
async function respondWith(body: string | Buffer): Promise<Response> {
  const app = new Koa<RequestState>();
  app.use((ctx) => {
    const response = { headers: ['Content-Type', 'application/json; charset=utf-8'], body };
    Object.assign(ctx.state, { requestId: 'test', cacheControl: 'no-store', response });
    ctx.status = 200;
    sendResponse(ctx);
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

it.each([
  ['ASCII', '{"content":"plain"}'],
  ['Latin-1', '{"content":"café"}'],
  ['other characters', '{"content":"日本 🎉"}'],
  ['long ASCII', 'x'.repeat(100_000)],
  ['long text with other characters', 'é🎉'.repeat(50_000)],
  ['an empty text', ''],
])('sends %s as UTF-8', async (_, body) => {
  const response = await respondWith(body);

  expect(response.headers.get('Content-Length')).toBe(String(Buffer.byteLength(body)));
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(body, 'utf8'));
});

it('sends bytes as they are', async () => {
  const bytes = Buffer.from([0, 127, 128, 255]);

  expect(Buffer.from(await (await respondWith(bytes)).arrayBuffer())).toEqual(bytes);
});
