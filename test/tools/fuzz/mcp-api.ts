import type { JsonSchema, OpenApi } from './api-document.ts';
import { inQuery, integer, list, NO_BODY, record, rejections, text } from './schema-parts.ts';

const object: JsonSchema = { type: 'object' };
const ENVELOPE: JsonSchema = {
  const: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

type Fields = Readonly<Record<string, JsonSchema>>;

/** A message of JSON-RPC. An envelope of 2026 does not fit the headers, which the service must report as such. */
const message = (method: string, params: Fields, required: readonly string[] = []): JsonSchema =>
  record({
    jsonrpc: { const: '2.0' },
    id: integer,
    method: { const: method },
    params: record({ ...params, _meta: ENVELOPE }, [...required]),
  });

/** A tool and its input in one, because a field `name` is generated as that of a prompt. */
const toolCall = (tool: string, input: Readonly<Record<string, unknown>>): JsonSchema => ({
  const: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } },
});

const MESSAGES: readonly JsonSchema[] = [
  message('initialize', { protocolVersion: text, capabilities: object, clientInfo: object }),
  message('ping', {}),
  message('server/discover', {}),
  message('prompts/list', { cursor: text }),
  message('prompts/get', { name: text, arguments: record({ name: text }, []) }, ['name', 'arguments']),
  message('completion/complete', { ref: object, argument: record({ name: text, value: text }) }, ['ref', 'argument']),
  message('resources/list', { cursor: text }),
  message('resources/templates/list', {}),
  message('resources/read', { uri: text }, ['uri']),
  message('subscriptions/listen', { notifications: { const: { promptsListChanged: true } } }, ['notifications']),
  message('tools/list', {}),
  toolCall('search_prompts', { query: 'a', tag: 'eu', folder: 'team', limit: 5 }),
  toolCall('get_prompt', { name: 'fuzzed', version: 1 }),
  toolCall('render_prompt', { name: 'fuzzed', variables: { name: 'Ada' }, placeholders: {} }),
  toolCall('publish_prompt', { name: 'fuzzed', content: 'Hi {{name}}', message: 'because', labels: ['staging'] }),
  toolCall('publish_prompt', { name: 'fuzzed', content: 'Hey {{name}}', variables: [{ name: 'name' }], message: 'm' }),
  toolCall('move_label', { name: 'fuzzed', label: 'canary', version: 1, expectedVersion: 0, message: 'because' }),
];

const anyBody = { schema: {} };

/** Messages of MCP clients, which the published document leaves out. */
export const MCP_API: OpenApi['paths'] = {
  '/mcp': {
    post: {
      operationId: 'mcp',
      'x-lenient': true,
      parameters: [
        { name: 'Accept', in: 'header', schema: { const: 'application/json, text/event-stream' } },
        inQuery('tag'),
        inQuery('folder'),
        inQuery('label'),
        inQuery('tools', { enum: ['read', 'write', 'none'] }),
      ],
      requestBody: { content: { 'application/json': { schema: { anyOf: [...MESSAGES, list({ anyOf: MESSAGES })] } } } },
      responses: {
        ...rejections(403, 406, 422),
        200: { content: { 'application/json': anyBody, 'text/event-stream': anyBody } },
        202: NO_BODY,
      },
    },
  },
};
