import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Target } from './fuzz-session.ts';
import type { FindingKind } from './response-checker.ts';

const KEY = `ph_${'ab'.repeat(32)}`;

const documented = (schema: object, headers: object = {}) => ({ headers, content: { 'application/json': { schema } } });
const errorResponse = documented({ type: 'object', required: ['error', 'code', 'requestId'] });
const REJECTIONS = {
  400: errorResponse,
  401: documented({}),
  404: errorResponse,
  422: errorResponse,
  431: errorResponse,
  503: errorResponse,
};
const thing = { type: 'object', properties: { data: { type: 'string' } }, required: ['data'] };
const order = {
  type: 'object',
  properties: { email: { type: 'string' } },
  required: ['email'],
  additionalProperties: false,
};

/** One resource to read and write, and the operation that the fuzzer needs to start. */
const DOCUMENT = {
  paths: {
    '/api/auth/token': { get: { operationId: 'verifyKey', responses: { 200: documented({}), ...REJECTIONS } } },
    '/api/thing': {
      get: {
        operationId: 'readThing',
        responses: { 200: documented(thing, { ETag: { required: true, schema: { type: 'string' } } }), ...REJECTIONS },
      },
      post: {
        operationId: 'orderThing',
        requestBody: { content: { 'application/json': { schema: order } } },
        responses: { 200: documented(thing), ...REJECTIONS },
      },
    },
  },
  components: { schemas: {} },
};

interface Defect {
  /** Changes a correct response; left unchanged without it. */
  readonly corrupt?: (response: Response, request: IncomingMessage) => Partial<Response>;
  readonly silent?: boolean;
  readonly exits?: boolean;
  readonly logsSecrets?: boolean;
}

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const isRead = ({ method, url }: IncomingMessage) => method === 'GET' && url?.startsWith('/api/thing') === true;
const onlyReads =
  (corrupt: (response: Response) => Partial<Response>): NonNullable<Defect['corrupt']> =>
  (response, request) =>
    isRead(request) && response.status === 200 ? corrupt(response) : {};
const without = (response: Response, name: string) => ({
  headers: Object.fromEntries(Object.entries(response.headers).filter(([each]) => each !== name)),
});

/** One defect for each kind of finding. */
export const DEFECTS: Readonly<Record<FindingKind, Defect>> = {
  'server-error': { corrupt: onlyReads(({ headers }) => rejection(500, headers)) },
  'no-response': { silent: true },
  'undeclared-status': { corrupt: onlyReads(() => ({ status: 202 })) },
  'error-shape': { corrupt: ({ status }) => (status === 404 ? { body: '{"error":"Not Found"}' } : {}) },
  challenge: { corrupt: (response) => (response.status === 401 ? without(response, 'WWW-Authenticate') : {}) },
  schema: { corrupt: onlyReads(() => ({ body: '{"data":1}' })) },
  header: { corrupt: onlyReads((response) => without(response, 'ETag')) },
  'request-id': { corrupt: onlyReads((response) => without(response, 'X-Request-Id')) },
  head: {
    corrupt: (response, { method }) => (method === 'HEAD' ? { headers: { ...response.headers, ETag: '"y"' } } : {}),
  },
  accepted: { corrupt: ({ status }) => (status === 422 ? { status: 200, body: '{"data":"x"}' } : {}) },
  'key-rejected': { corrupt: onlyReads(({ headers }) => unauthorized(headers)) },
  secret: { logsSecrets: true },
  exited: { exits: true },
};

const rejection = (status: number, headers: Response['headers']): Response => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8', Allow: 'GET', 'Retry-After': '1' },
  body: JSON.stringify({ error: 'No', code: 'no', details: [{}], requestId: headers['X-Request-Id'] }),
});

const unauthorized = (headers: Response['headers']): Response => ({
  status: 401,
  headers: {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'WWW-Authenticate': 'Bearer realm="prompthold"',
  },
  body: '{"error":"Unauthorized"}',
});

/** A small service without defects. */
async function respondCorrectly(request: IncomingMessage): Promise<Response> {
  const { method = '', url = '', headers } = request;
  const [path = ''] = url.split('?');
  const id = headers['x-request-id'];
  const commonHeaders = {
    'X-Request-Id': typeof id === 'string' && /^[\w.-]{1,128}$/.test(id) ? id : 'made-here',
    'Cache-Control': 'no-store',
    Vary: 'Authorization',
    'Content-Type': 'application/json; charset=utf-8',
    ETag: '"x"',
  };
  const ok = (body: object) => ({ status: 200, headers: commonHeaders, body: JSON.stringify(body) });
  if (url === '/api/openapi.json') return ok(DOCUMENT);
  if (url === '/api/accounts' && method === 'POST') return ok({ token: KEY });
  if (!/^\/api\/(thing|auth\/token)\/?$/.test(path)) return rejection(404, commonHeaders);
  const keys = request.headersDistinct['authorization'] ?? [];
  if (keys.length !== 1 || keys[0] !== `Bearer ${KEY}`) return unauthorized(commonHeaders);
  if (method === 'GET' || method === 'HEAD') return ok({ data: 'x' });
  if (method === 'OPTIONS') return { status: 204, headers: { ...commonHeaders, Allow: 'GET' }, body: '' };
  if (method !== 'POST' || !path.includes('thing')) return rejection(405, commonHeaders);
  return isValidOrder(await readBytes(request)) ? ok({ data: 'x' }) : rejection(422, commonHeaders);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function isValidOrder(bytes: Buffer): boolean {
  try {
    const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Object.keys(body).join() === 'email' && typeof body.email === 'string';
  } catch {
    return false;
  }
}

/** A server with the given defect, or without any. Stopped when the test finishes. */
export async function startFaultyServer(defect: Defect = {}): Promise<Target> {
  let log = '';
  const exited = Promise.withResolvers<number>();
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (defect.logsSecrets && isRead(request)) log += `${JSON.stringify(request.headers)}\n`;
    if (defect.silent && isRead(request)) return;
    if (defect.exits && isRead(request)) {
      exited.resolve(1);
      server.closeAllConnections();
      return;
    }
    const good = await respondCorrectly(request);
    const { status, headers, body } = { ...good, ...defect.corrupt?.(good, request) };
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  };
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    // A client that disconnects early is not an error.
    respond(request, response).catch(() => {});
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exited: exited.promise,
    get log() {
      return log;
    },
  };
}
