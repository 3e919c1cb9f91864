import { type IncomingMessage, request as openRequest } from 'node:http';
import { expect, it } from 'vitest';
import { LateRequest } from '../../../support/service/late-request.ts';
import { type Api, tokenIn } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const JSON_TYPE = 'application/json';
const NDJSON_TYPE = 'application/x-ndjson';
const FORMAT = { format: 'prompthold-export', version: 1 };
const UNAUTHORIZED = { error: 'Unauthorized' };

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** The value of the Authorization header, if it is not the key itself. */
  readonly scheme?: (key: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

const callTool = (name: string, fields: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: fields },
});
const MCP_HEADERS = { Accept: 'application/json, text/event-stream' };

/** The prompt `held` exists, with two versions and the label `staging` at the first. */
const REQUESTS: Readonly<Record<string, Request>> = {
  'create a prompt': { method: 'POST', path: '/api/prompts', body: { name: 'late', content: 'Late.' } },
  'put a prompt': { method: 'PUT', path: '/api/prompts/held', body: { content: 'Late.' } },
  'put a prompt that stays the same': { method: 'PUT', path: '/api/prompts/held', body: { content: 'Two.' } },
  'change a prompt': { method: 'PATCH', path: '/api/prompts/held', body: { description: 'late' } },
  'publish a version': { method: 'POST', path: '/api/prompts/held/versions', body: { content: 'Late.' } },
  'move a label': { method: 'PUT', path: '/api/prompts/held/labels/staging', body: { version: 2 } },
  'leave a label where it is': { method: 'PUT', path: '/api/prompts/held/labels/staging', body: { version: 1 } },
  'ask for a version that does not exist': {
    method: 'PUT',
    path: '/api/prompts/held/labels/staging',
    body: { version: 9 },
  },
  'import prompts': { method: 'POST', path: '/api/import', body: anExport('late') },
  'import nothing new': { method: 'POST', path: '/api/import', body: anExport('held') },
  'create a webhook': { method: 'POST', path: '/api/webhooks', body: { url: 'http://127.0.0.1:9/' } },
  'render a prompt': { method: 'POST', path: '/api/prompts/held/render', body: { variables: {} } },
  'publish through the API of Langfuse': {
    method: 'POST',
    path: '/api/public/v2/prompts',
    body: { name: 'late', prompt: 'Late.' },
    scheme: (key) => `Basic ${Buffer.from(`any:${key}`).toString('base64')}`,
  },
  'publish through MCP': {
    method: 'POST',
    path: '/mcp?tools=write',
    body: callTool('publish_prompt', { name: 'late', content: 'Late.', message: 'late' }),
    headers: MCP_HEADERS,
  },
  'render through MCP': {
    method: 'POST',
    path: '/mcp?tools=write',
    body: callTool('render_prompt', { name: 'held' }),
    headers: MCP_HEADERS,
  },
};

function aDocument(name: string) {
  const at = '2026-01-01T00:00:00.000Z';
  const content = { content: 'Late.', variables: [], config: {} };
  const version = { version: 1, ...content, message: '', restoredFrom: null, publishedAt: at };
  const metadata = { name, type: 'text', description: '', tags: [], archived: false, createdAt: at, updatedAt: at };
  return { ...metadata, versions: [version], history: [] };
}

function anExport(name: string) {
  return { data: { ...FORMAT, prompts: [aDocument(name)] } };
}

async function begin(api: Api, { method, path, headers, scheme }: Request, key: string, type?: string) {
  const authorization = { Authorization: scheme?.(key) ?? `Bearer ${key}` };
  const late = LateRequest.begin(api.url, { method, path, headers: { ...authorization, ...headers } }, type);
  // The head arrived before these requests did, and its key was looked up before theirs.
  for (let count = 0; count < 3; count += 1) await api.verify(key);
  return late;
}

/** Requests that begin before a reset and end after it. */
export function openRequestSuite(services: () => TwoServices): void {
  async function anOwner() {
    const { first } = services();
    const { token: key } = await first.openAccount();
    const create = { name: 'held', content: 'One.', labels: ['staging'] };
    expect((await first.call('POST', '/api/prompts', { key, json: create })).status).toBe(201);
    const publish = { content: 'Two.' };
    expect((await first.call('POST', '/api/prompts/held/versions', { key, json: publish })).status).toBe(201);
    return { key, reset: async () => tokenIn(await services().second.reset(key)) };
  }

  /** Everything that a write could change. */
  async function stateOf(key: string) {
    const { second } = services();
    return [
      await second.get('/api/prompts?include=content', { key }),
      await second.get('/api/changes', { key }),
      await second.get('/api/webhooks', { key }),
    ].map(({ body }) => body);
  }

  it.each(Object.entries(REQUESTS))('is 401 and changes nothing if its body comes later: %s', async (_, late) => {
    const { first } = services();
    const { key, reset } = await anOwner();
    const open = await begin(first, late, key);

    const newKey = await reset();
    const before = await stateOf(newKey);
    const { status, text } = await open.end(JSON.stringify(late.body));

    expect(JSON.parse(text)).toEqual(UNAUTHORIZED);
    expect(status).toBe(401);
    expect(await stateOf(newKey)).toEqual(before);
  });

  it.each(Object.entries(REQUESTS))('is served if its body comes later and the key stays: %s', async (_, late) => {
    const { first } = services();
    const { key } = await anOwner();
    const open = await begin(first, late, key);

    const { status, text } = await open.end(JSON.stringify(late.body));

    expect([200, 201, 404], text).toContain(status);
  });

  it.each([JSON_TYPE, NDJSON_TYPE])('breaks an export off, and contains nothing written later: %s', async (type) => {
    const { first, second } = services();
    const { key, reset } = await anOwner();
    // More than the sockets between the service and the client can buffer.
    for (let index = 0; index < 40; index += 1) {
      const create = { name: `large-${index + 10}`, content: `${index} `.padEnd(256 * 1024, 'x') };
      expect((await first.call('POST', '/api/prompts', { key, json: create })).status).toBe(201);
    }
    const headers = { Authorization: `Bearer ${key}`, Accept: type };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      openRequest(new URL('/api/export', first.url), { headers }, resolve).once('error', reject).end();
    });
    const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
    let text = String((await chunks.next()).value);

    const newKey = await reset();
    const change = { content: 'Written after the reset.', labels: ['staging'] };
    for (const name of ['held', 'large-10', 'large-49']) {
      const published = await second.call('POST', `/api/prompts/${name}/versions`, { key: newKey, json: change });
      expect(published.status).toBe(201);
    }
    const readRest = async () => {
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) text += next.value;
    };

    await expect(readRest()).rejects.toThrow('aborted');
    expect(text).not.toContain('Written after the reset.');
  });

  it.each(['skip', 'merge'])('ends an import line by line, with a last line that says so (mode %s)', async (mode) => {
    const { first } = services();
    const { key, reset } = await anOwner();
    const lines = { method: 'POST', path: `/api/import?mode=${mode}`, body: undefined };
    const open = await begin(first, lines, key, NDJSON_TYPE);
    const line = (fields: object) => `${JSON.stringify(fields)}\n`;
    open.send(line(FORMAT) + line(aDocument('before')));
    await expect.poll(async () => (await first.get('/api/prompts/before', { key })).status).toBe(200);

    const newKey = await reset();
    const before = await stateOf(newKey);
    const { text } = await open.end(['after', 'held', 'last'].map((name) => line(aDocument(name))).join(''));

    const results = text.trimEnd().split('\n');
    expect(results.map((result) => JSON.parse(result))).toEqual([
      { line: 2, name: 'before', result: 'created' },
      UNAUTHORIZED,
    ]);
    expect(await stateOf(newKey)).toEqual(before);
  });
}
