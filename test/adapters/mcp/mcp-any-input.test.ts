import { describe, expect, it } from 'vitest';
import fc from '../../support/seeded-fast-check.ts';
import { GET_GREETING, post, startMcpApp } from './mcp-app.ts';

const RUNS = { numRuns: 300 };

const METHODS = [
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'resources/list',
  'resources/read',
  'tools/list',
  'tools/call',
  'logging/setLevel',
  'notifications/initialized',
  'none',
];

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('greeting', 'greeting@1', 'greeting@production', 'prompt://greeting', 'render_prompt', 'move_label'),
);
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));

const envelope = fc.constantFrom(
  {},
  {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
);

const params = fc
  .tuple(
    fc.record(
      {
        name: value,
        uri: value,
        cursor: value,
        _meta: value,
        arguments: value,
        ref: value,
        argument: value,
        notifications: value,
      },
      { requiredKeys: [] },
    ),
    envelope,
  )
  .map(([fields, meta]) => ({ ...fields, ...meta }));

const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0'),
    id: fc.oneof(fc.nat(), fc.string(), fc.constant(null)),
    method: fc.constantFrom(...METHODS),
    params: fc.oneof({ weight: 4, arbitrary: params }, { weight: 1, arbitrary: value }),
  },
  { requiredKeys: ['method'] },
);

const headers = fc.record(
  {
    'Mcp-Protocol-Version': fc.constantFrom('2026-07-28', '2025-11-25', '2024-10-07', 'x', '9999-99-99'),
    'Mcp-Method': fc.constantFrom(...METHODS),
    'Mcp-Name': fc.constantFrom('greeting', 'none', '=?base64?eA==?=', '=?base64?%%?='),
    'Mcp-Session-Id': fc.constantFrom('a', 'b'),
  },
  { requiredKeys: [] },
);

describe('no message makes the MCP endpoint fail', () => {
  it('whatever its method, parameters and headers', async () => {
    const app = await startMcpApp();
    const json = fc.oneof(message, fc.array(message, { maxLength: 3 }), value);

    await fc.assert(
      fc.asyncProperty(json, headers, async (json, headers) => {
        const { status, text } = await post(app, { json, headers, query: '?tools=write' });
        expect(status, text).toBeLessThan(500);
        expect(text).not.toContain('-32603');
      }),
      RUNS,
    );

    expect(app.lines).toEqual([]);
    expect((await post(app, { json: GET_GREETING })).text).toContain('Hi Ada');
  });
});
