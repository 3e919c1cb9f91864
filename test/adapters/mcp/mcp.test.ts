import { SdkHttpError } from '@modelcontextprotocol/client';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { Client, rejectionIn } from '../http/prompts/support/client.ts';
import { anUnknownKey } from '../http/support/api.ts';
import { GET_GREETING, post, resultIn, startMcpApp } from './mcp-app.ts';
import { CLIENTS, connectLegacy, connectModern, connectV1 } from './mcp-clients.ts';

const outage = async (): Promise<never> => {
  throw new StorageUnavailable('storage', new Error('connect ECONNREFUSED 10.0.0.7:5432'));
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the MCP endpoint', () => {
  it('serves a single request without a handshake or a session', async () => {
    const response = await post(await startMcpApp());

    expect(response.status).toBe(200);
    expect(response.headers.get('Mcp-Session-Id')).toBeNull();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(resultIn(response)).toMatchObject({ result: { messages: [{ content: { text: 'Hi Ada' } }] } });
  });

  it('introduces itself without data of the account', async () => {
    const { ada } = await startMcpApp();

    for (const [, connect] of CLIENTS) {
      const client = await connect(ada);
      expect(client.getServerVersion()).toEqual({ name: 'prompthold', title: 'Prompthold', version: '0.2.0' });
      expect(client.getServerCapabilities()).toEqual({
        prompts: { listChanged: true },
        completions: {},
        tools: {},
        resources: {},
      });
      expect(client.getInstructions()).toMatch(/^[^.]+\.[^.]+\.$/);
      expect(client.getInstructions()).not.toContain('greeting');
    }
  });

  it('speaks both eras of the protocol', async () => {
    const { ada } = await startMcpApp();

    expect((await connectModern(ada)).getProtocolEra()).toBe('modern');
    expect((await connectLegacy(ada)).getProtocolEra()).toBe('legacy');
  });

  it('lets no client cache a list', async () => {
    const { ada } = await startMcpApp();
    const client = await connectModern(ada);

    expect(await client.request({ method: 'prompts/list' })).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  it('returns lists as they are to modern clients, and in an object to others', async () => {
    const { ada } = await startMcpApp();
    const search = { name: 'search_prompts', arguments: { query: 'greeting' } };

    const modern = await (await connectModern(ada)).callTool(search);
    const legacy = await (await connectLegacy(ada)).callTool(search);

    expect(modern.structuredContent).toMatchObject([{ name: 'greeting' }]);
    expect(legacy.structuredContent).toEqual({ result: modern.structuredContent });
  });

  it('reports the failure of a tool with the id of the request', async () => {
    const { ada } = await startMcpApp();

    for (const [, connect] of CLIENTS) {
      const { structuredContent } = await (await connect(ada)).callTool({ name: 'get_prompt', arguments: {} });
      expect(structuredContent).toMatchObject({ code: 'invalid', requestId: expect.any(String) });
    }
  });

  it.each([
    ['no key', ''],
    ['an unknown key', anUnknownKey()],
  ])('responds 401 to %s, without the address of a login', async (_what, key) => {
    const app = await startMcpApp();
    const headers = { Accept: 'text/event-stream', ...(key !== '' && { Authorization: `Bearer ${key}` }) };

    for (const method of ['POST', 'GET']) {
      const { status, body, headers: sent } = await app.api.call(method, '/mcp', { headers });
      expect(status).toBe(401);
      expect(body).toEqual({ error: 'Unauthorized' });
      expect(sent.get('WWW-Authenticate')).toMatch(/^Bearer realm="prompthold"(, error="invalid_token")?$/);
    }
    const discovery = await app.api.get('/.well-known/oauth-protected-resource/mcp');
    expect(rejectionIn(discovery)).toBe('404 not_found');
  });

  it('fails with 401 in every client whose key is not valid', async () => {
    const { api } = await startMcpApp();
    const stranger = new Client(api, anUnknownKey());

    await expect(connectModern(stranger)).rejects.toThrow(SdkHttpError);
    await expect(connectLegacy(stranger)).rejects.toThrow(SdkHttpError);
    await expect(connectV1(stranger)).rejects.toThrow(StreamableHTTPError);
    for (const [, connect] of CLIENTS) await expect(connect(stranger)).rejects.toThrow(/401|Unauthorized/);
  });

  it.each([
    ['PUT', '*/*'],
    ['DELETE', '*/*'],
    ['PATCH', '*/*'],
    ['OPTIONS', '*/*'],
    ['GET', '*/*'],
    ['GET', 'application/json'],
    ['HEAD', 'text/html'],
  ])('responds 405 to %s with Accept: %s', async (method, accept) => {
    const { api, token } = await startMcpApp();

    const response = await api.call(method, '/mcp', { key: token, headers: { Accept: accept } });

    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, POST');
    if (method !== 'HEAD') expect(response.body).toMatchObject({ code: 'method_not_allowed' });
  });

  it.each([
    ['a body of another type', { body: 'x', headers: { 'Content-Type': 'text/plain' } }, '415 unsupported_media_type'],
    ['a body that is not JSON', { body: '{' }, '400 malformed_json'],
    ['an empty body', { body: '' }, '400 malformed_json'],
    ['a body over 1 MiB', { body: `"${'x'.repeat(1024 * 1024)}"` }, '413 body_too_large'],
    ['an unknown parameter', { query: '?tags=a' }, '400 bad_query'],
    ['a malformed tag', { query: '?tag=A!' }, '400 bad_query'],
    ['a malformed label', { query: '?label=9' }, '400 bad_query'],
    ['an unknown set of tools', { query: '?tools=all' }, '400 bad_query'],
    ['two folders', { query: '?folder=a&folder=b' }, '400 bad_query'],
    ['a long batch', { json: Array.from({ length: 11 }, (_, id) => ({ ...GET_GREETING, id })) }, '422 invalid'],
  ])('rejects %s', async (_what, request, rejection) => {
    expect(rejectionIn(await post(await startMcpApp(), request))).toBe(rejection);
  });

  it.each([
    ['initialize', {}],
    ['initialize', { protocolVersion: 1, capabilities: {}, clientInfo: { name: 'a', version: '1' } }],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: [], clientInfo: null }],
    ['prompts/get', {}],
    ['prompts/get', { name: 'greeting', arguments: { name: 1 } }],
    ['prompts/list', { cursor: 1 }],
    ['prompts/list', { cursor: 'none of ours' }],
    ['resources/list', { cursor: '' }],
    ['resources/templates/list', { cursor: [] }],
    ['tools/list', { cursor: 1 }],
    ['resources/read', { uri: null }],
    ['completion/complete', { ref: { type: 'ref/other' }, argument: { name: 'a', value: 'b' } }],
    ['tools/call', { name: 'get_prompt', arguments: [] }],
    ['tools/call', { name: 'none' }],
  ])('reports invalid parameters of %s: %j', async (method, params) => {
    const response = await post(await startMcpApp(), { json: { ...GET_GREETING, method, params } });

    expect(resultIn(response)).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    [{ method: 'prompts/get', params: { name: 'greeting', arguments: { name: 'Ada' } } }],
    [{ method: 'prompts/get', params: { name: 'none' } }],
    [{ method: 'prompts/list', params: { _meta: { progressToken: 1 } } }],
    [{ method: 'tools/list' }],
    [{ method: 'tools/call', params: { name: 'get_prompt', arguments: { name: 'greeting' } } }],
    [{ method: 'tools/call', params: { name: 'get_prompt', arguments: {} } }],
    [{ method: 'resources/read', params: { uri: 'prompthold://none' } }],
    [{ method: 'prompts/none' }],
    [{ method: 'ping' }],
    [{ id: 'a', method: 'tools/list' }],
  ])('responds to a single request as the SDK does to a batch of one: %j', async (request) => {
    const app = await startMcpApp();
    const json = { jsonrpc: '2.0', id: 0, ...request };
    const headers = { 'X-Request-Id': 'same' };

    const [single, batch] = [await post(app, { json, headers }), await post(app, { json: [json], headers })];

    expect([single.status, single.headers.get('Content-Type'), single.text]).toEqual([
      ...[batch.status, batch.headers.get('Content-Type'), batch.text],
    ]);
  });

  it.each([
    ['a version that no client has', { 'Mcp-Protocol-Version': '2024-01-01' }, 400],
    ['an event stream only', { Accept: 'text/event-stream' }, 406],
    ['JSON only', { Accept: 'application/json' }, 406],
  ])('rejects a single request with %s', async (_what, headers, status) => {
    expect((await post(await startMcpApp(), { headers })).status).toBe(status);
  });

  it.each([{ params: 7 }, { id: null }, { extra: true }])('rejects a single request with %j', async (fields) => {
    expect((await post(await startMcpApp(), { json: { ...GET_GREETING, ...fields } })).status).toBe(400);
  });

  it('gives concurrent requests with the same id each their own response', async () => {
    const app = await startMcpApp();
    const names = Array.from({ length: 8 }, (_, index) => `name ${index}`);
    const { reader } = app.prompts;
    const read = reader.read.bind(reader);
    const all = Promise.withResolvers<void>();
    let arrived = 0;
    vi.spyOn(reader, 'read').mockImplementation(async (...request) => {
      arrived += 1;
      if (arrived === names.length) all.resolve();
      await all.promise;
      return read(...request);
    });

    const responses = await Promise.all(
      names.map((name) => post(app, { json: { ...GET_GREETING, params: { name: 'greeting', arguments: { name } } } })),
    );

    expect(responses.map(resultIn)).toMatchObject(
      names.map((name) => ({ id: 1, result: { messages: [{ content: { text: `Hi ${name}` } }] } })),
    );
  });

  it('serves a short batch', async () => {
    const { text } = await post(await startMcpApp(), { json: [GET_GREETING, { ...GET_GREETING, id: 2 }] });

    expect(text.match(/Hi Ada/g)).toHaveLength(2);
  });
});

describe('the MCP endpoint during an outage', () => {
  it('responds 503, never 401, if the key cannot be looked up', async () => {
    const app = await startMcpApp();
    vi.spyOn(app.storage, 'findByDigest').mockImplementation(outage);

    const response = await post(app);

    expect(rejectionIn(response)).toBe('503 storage_unavailable');
    expect(response.headers.get('Retry-After')).toBe('1');
  });

  it.each(CLIENTS)('reports an internal error to %s once the key was looked up', async (_name, connect) => {
    const { ada, prompts, lines } = await startMcpApp();
    const client = await connect(ada);
    for (const method of ['read', 'find'] as const) vi.spyOn(prompts.reader, method).mockImplementation(outage);
    for (const method of ['list', 'listWithVersions'] as const) {
      vi.spyOn(prompts.catalog, method).mockImplementation(outage);
    }
    const unavailable = { code: -32603, data: { code: 'storage_unavailable' } };

    await expect(client.getPrompt({ name: 'greeting' })).rejects.toMatchObject(unavailable);
    await expect(client.listPrompts()).rejects.toMatchObject(unavailable);
    await expect(client.listResources()).rejects.toMatchObject(unavailable);
    await expect(client.readResource({ uri: 'prompt://greeting' })).rejects.toMatchObject(unavailable);
    await expect(client.callTool({ name: 'get_prompt', arguments: { name: 'greeting' } })).rejects.toMatchObject(
      unavailable,
    );
    expect(lines.join()).toContain('ECONNREFUSED');
  });

  it('responds 503 after four seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const app = await startMcpApp();
    const started = Promise.withResolvers<void>();
    vi.spyOn(app.prompts.reader, 'read').mockImplementation(() => {
      started.resolve();
      return new Promise(() => {});
    });
    const response = post(app);
    await started.promise;
    vi.advanceTimersByTime(4500);

    expect(rejectionIn(await response)).toBe('503 timeout');
  });

  it('hides the cause of an unexpected failure', async () => {
    const { ada, prompts, lines } = await startMcpApp();
    const client = await connectModern(ada);
    vi.spyOn(prompts.reader, 'read').mockRejectedValue(new Error('secret detail'));

    const failure = await client.getPrompt({ name: 'greeting' }).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: -32603, data: { code: 'internal_error' } });
    expect(String(failure)).not.toContain('secret detail');
    expect(lines.join()).toContain('secret detail');
  });
});
