import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { readCallers } from '../../http/callers/read-callers.ts';
import { Client } from '../../http/prompts/support/client.ts';
import { anUnknownKey } from '../../http/support/api.ts';
import { textsIn } from '../a-library.ts';
import { GET_GREETING, startMcpApp } from '../mcp-app.ts';
import { connectV1, connectV2, startBridge } from './bridge-clients.ts';

const GREETING = { name: 'greeting', arguments: { name: 'Ada' } };
const GREETED = [['user', 'Hi Ada']];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the bridge', () => {
  it('introduces itself like the endpoint', async () => {
    const { ada } = await startMcpApp();

    const clients = [
      await connectV2(startBridge(ada), 'auto'),
      await connectV2(startBridge(ada), 'legacy'),
      await connectV1(startBridge(ada)),
    ];

    for (const client of clients) {
      expect(client.getServerVersion()).toEqual({ name: 'prompthold', title: 'Prompthold', version: '0.2.0' });
      expect(client.getServerCapabilities()).toMatchObject({ prompts: { listChanged: true }, completions: {} });
    }
    expect(clients.slice(0, 2).map((client) => 'getProtocolEra' in client && client.getProtocolEra())).toEqual([
      'modern',
      'legacy',
    ]);
  });

  it('starts with a key that the service refuses, and uses another one as soon as there is one', async () => {
    const { ada, api } = await startMcpApp();
    let stored = anUnknownKey();
    const bridge = startBridge(new Client(api, stored), { readKey: async () => stored });
    const client = await connectV2(bridge, 'auto');
    const refused = { code: -32603, message: expect.stringContaining('does not accept the key') };

    await expect(client.getPrompt(GREETING)).rejects.toMatchObject({ ...refused, data: { code: 'unauthorized' } });
    await expect(client.callTool({ name: 'search_prompts' })).rejects.toMatchObject(refused);

    stored = ada.key;
    expect(textsIn(await client.getPrompt(GREETING))).toEqual(GREETED);
    expect(bridge.reports.join('\n')).not.toMatch(/ph_[0-9a-f]/);
  });

  it('starts while the service is away, and serves as soon as it is back', async () => {
    const { ada } = await startMcpApp();
    let isAway = true;
    const send = async (url: string, init: RequestInit): Promise<Response> => {
      if (isAway) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 10.0.0.7:443') });
      return fetch(url, init);
    };
    const bridge = startBridge(ada, { fetch: send });
    const client = await connectV1(bridge);
    let notifications = 0;
    client.fallbackNotificationHandler = async () => {
      notifications += 1;
    };

    await expect(client.listPrompts()).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(/cannot be reached: connect ECONNREFUSED/),
      data: { code: 'unreachable' },
    });
    isAway = false;

    expect(textsIn(await client.getPrompt(GREETING))).toEqual(GREETED);
    await waitUntil(() => notifications === 1, { what: 'the client can list prompts again', timeoutMs: 60_000 });
    expect(bridge.reports).toEqual([
      expect.stringContaining('cannot be reached'),
      expect.stringContaining('responds again'),
    ]);
  });

  it('reports an outage of the storage as such', async () => {
    const { ada, prompts } = await startMcpApp();
    const client = await connectV2(startBridge(ada), 'legacy');
    vi.spyOn(prompts.catalog, 'listWithVersions').mockRejectedValue(new StorageUnavailable('storage', new Error()));

    await expect(client.listPrompts()).rejects.toMatchObject({ code: -32603, data: { code: 'storage_unavailable' } });
  });

  it.each([
    ['another program', () => new Response('<html>', { status: 200 }), 'unexpected_response'],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://login' } }), 'redirected'],
    ['a proxy without its service', () => new Response('Bad Gateway', { status: 502 }), 'unavailable'],
    ['a server without an API', () => new Response('Not Found', { status: 404 }), 'unexpected_response'],
    [
      'a wrong path',
      () => Response.json({ error: 'There …', code: 'not_found' }, { status: 404 }),
      'unexpected_response',
    ],
  ])('reports %s', async (_what, respond, code) => {
    const { ada } = await startMcpApp();
    const client = await connectV2(startBridge(ada, { fetch: async () => respond() }), 'legacy');

    await expect(client.listPrompts()).rejects.toMatchObject({ code: -32603, data: { code } });
    await expect(client.getPrompt(GREETING)).rejects.toMatchObject({ code: -32603, data: { code } });
    await expect(client.callTool({ name: 'search_prompts' })).rejects.toMatchObject({ code: -32603, data: { code } });
  });

  it('renders a locked label by the label, and nothing that was promoted since it was read', async () => {
    const { ada } = await startMcpApp();
    const rendered: unknown[] = [];
    let hasMoved = false;
    const send = async (url: string, init: RequestInit): Promise<Response> => {
      const response = await fetch(url, init);
      if (url.endsWith('/render')) rendered.push(JSON.parse(String(init.body)));
      if (url.endsWith('/render') || !url.includes('/api/prompts/')) return response;
      const { data } = (await response.json()) as { data: { hash: string; resolved: object } };
      const lock = { fingerprint: hasMoved ? 'sha256:before' : data.hash, includes: [] };
      return Response.json({ data: { ...data, resolved: { ...data.resolved, lock } } });
    };
    const client = await connectV2(startBridge(ada, { fetch: send }), 'auto');

    expect(textsIn(await client.getPrompt(GREETING))).toEqual(GREETED);
    expect(rendered).toEqual([expect.objectContaining({ label: 'production' })]);
    expect(rendered).toEqual([expect.not.objectContaining({ version: 1 })]);
    hasMoved = true;
    await expect(client.getPrompt(GREETING)).rejects.toMatchObject({ data: { code: 'conflict' } });
  });

  it('shows up among the callers under its own name, with what it was served', async () => {
    const app = await startMcpApp();
    const client = await connectV2(startBridge(app.ada), 'auto');
    await client.getPrompt(GREETING);
    await waitUntil(() => app.tallyCalls.size >= 3, { what: 'the calls are counted', timeoutMs: 60_000 });
    await app.flushUsage.execute();

    const { callers } = await readCallers(app.api, app.token);

    expect(callers.find(({ name }) => name === 'prompthold-mcp/test')).toMatchObject({
      labels: [{ promptId: app.id, label: 'production', version: 1 }],
    });
  });
});

describe('the end of the input', () => {
  it('ends the bridge after it has sent the responses to all requests', async () => {
    const { ada } = await startMcpApp();
    const { input, output, ended } = startBridge(ada);
    const lines = [1, 2, 3].map((id) => JSON.stringify({ ...GET_GREETING, id }));

    input.end(`${lines.join('\n')}\n`);
    expect(await ended).toBe('ended');
    output.end();

    const responses = (await text(output)).trimEnd().split('\n');
    const messages = responses.map((line) => JSON.parse(line) as { id: number });
    expect(messages.toSorted((one, other) => one.id - other.id)).toMatchObject(
      [1, 2, 3].map((id) => ({ id, result: { messages: [{ content: { text: 'Hi Ada' } }] } })),
    );
  });

  it('ends a bridge that was never used, and one with a subscription', async () => {
    const { ada } = await startMcpApp();
    const unused = startBridge(ada);
    const subscribed = startBridge(ada);
    const client = await connectV2(subscribed, 'auto');
    await client.listen({ promptsListChanged: true });

    unused.input.end();
    subscribed.input.end();

    expect(await Promise.all([unused.ended, subscribed.ended])).toEqual(['ended', 'ended']);
  });
});

describe('input that is no message', () => {
  it('is reported without its content, and does not end the bridge', async () => {
    const { ada } = await startMcpApp();
    const bridge = startBridge(ada);

    bridge.input.write('secret\n{"secret": 1}\n');
    const client = await connectV1(bridge);

    expect(textsIn(await client.getPrompt(GREETING))).toEqual(GREETED);
    expect(bridge.reports.join()).not.toContain('secret');
  });

  it('ends the bridge if it is endless', async () => {
    const { ada } = await startMcpApp();
    const { input, ended } = startBridge(ada);

    input.write('x'.repeat(11 * 1024 * 1024));

    expect(await ended).toBe('failed');
  });
});
