import { describe, expect, it } from 'vitest';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { readCallers } from '../http/callers/read-callers.ts';
import { rejectionIn } from '../http/prompts/support/client.ts';
import { GET_GREETING, post, startMcpApp } from './mcp-app.ts';

describe('a page that uses MCP', () => {
  it.each([
    ['https://prompthold.example.com', 200],
    ['http://prompthold.example.com', 403],
    ['https://evil.example.com', 403],
    ['http://localhost:3000', 403],
    ['null', 403],
  ])('of %s gets %i', async (origin, status) => {
    const response = await post(await startMcpApp(), { headers: { Origin: origin } });

    expect(response.status).toBe(status);
    if (status === 403) expect(rejectionIn(response)).toBe('403 cross_origin');
  });
});

describe('a call of the MCP endpoint', () => {
  it('is counted once, and as a read of the prompt that it serves', async () => {
    const app = await startMcpApp();
    const { tallyCalls, id } = app;
    await post(app);
    await post(app, { json: { ...GET_GREETING, params: { name: 'none' } } });
    await post(app, { json: { ...GET_GREETING, params: { name: 'greeting' } } });
    await post(app, { json: { ...GET_GREETING, method: 'prompts/list', params: {} } });
    const tool = (name: string) => ({ name, arguments: { name: 'greeting', version: 1 } });
    await post(app, { json: { ...GET_GREETING, method: 'tools/call', params: tool('get_prompt') } });
    await post(app, { json: { ...GET_GREETING, method: 'resources/read', params: { uri: 'prompt://greeting' } } });
    await waitUntil(() => tallyCalls.size >= 7, { what: 'the calls are counted', timeoutMs: 20_000 });

    const tallies = tallyCalls.take(() => false);

    const calls = tallies.flatMap((tally) => tally.calls).filter(({ route }) => route.endsWith('/mcp'));
    expect(calls).toMatchObject([{ route: 'POST /mcp', count: 6 }]);
    const reads = tallies.flatMap((tally) => tally.reads);
    expect(reads).toMatchObject([{ promptId: id, version: 1, count: 3 }]);
  });

  it('shows its caller under its interface, with the label that was served', async () => {
    const app = await startMcpApp();
    await post(app, { headers: { 'X-Client-Name': 'agent' } });
    await waitUntil(() => app.tallyCalls.size >= 2, { what: 'the calls are counted', timeoutMs: 20_000 });
    await app.flushUsage.execute();

    const { callers } = await readCallers(app.api, app.token);

    expect(callers.find(({ name }) => name === 'agent')).toMatchObject({
      interfaces: ['mcp'],
      calls: 1,
      labels: [{ promptId: app.id, label: 'production', version: 1 }],
    });
  });
});
