import { expect, it } from 'vitest';
import { type PromptsContext, rejectionIn } from '../http/prompts/support/client.ts';
import { ALLOWED_ORIGIN } from '../http/support/two-services.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const ACCEPT = { Accept: 'application/json, text/event-stream' };

export function mcpOriginsSuite(context: () => PromptsContext): void {
  it('may use MCP if they may use the API', async () => {
    const { first } = context();
    const headers = { ...ACCEPT, Origin: ALLOWED_ORIGIN };

    const preflight = await first.api.call('OPTIONS', '/mcp', {
      headers: {
        Origin: ALLOWED_ORIGIN,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,mcp-protocol-version',
      },
    });
    const response = await first.api.call('POST', '/mcp', { key: first.key, headers, json: PING });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(ALLOWED_ORIGIN);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('authorization,mcp-protocol-version');
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(ALLOWED_ORIGIN);
  });

  it('may not otherwise', async () => {
    const { first, second } = context();

    for (const [{ api, key }, origin] of [
      [second, ALLOWED_ORIGIN],
      [first, 'https://evil.example.com'],
    ] as const) {
      const headers = { ...ACCEPT, Origin: origin };
      const response = await api.call('POST', '/mcp', { key, headers, json: PING });
      expect(rejectionIn(response)).toBe('403 cross_origin');
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
      const preflight = { ...headers, 'Access-Control-Request-Method': 'POST' };
      expect((await api.call('OPTIONS', '/mcp', { headers: preflight })).status).toBe(403);
    }
  });

  it('include that of the service itself', async () => {
    const { second } = context();
    const headers = { ...ACCEPT, Origin: second.api.url };

    expect((await second.api.call('POST', '/mcp', { key: second.key, headers, json: PING })).status).toBe(200);
  });
}
