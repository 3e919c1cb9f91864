import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Target } from './conversation.ts';
import type { FindingKind } from './judge.ts';

const KEY = `ph_${'ab'.repeat(32)}`;

const said = (schema: object, headers: object = {}) => ({ headers, content: { 'application/json': { schema } } });
const aError = said({ type: 'object', required: ['error', 'code', 'requestId'] });
const REFUSALS = { 400: aError, 401: said({}), 404: aError, 422: aError, 431: aError, 503: aError };
const thing = { type: 'object', properties: { data: { type: 'string' } }, required: ['data'] };
const order = {
  type: 'object',
  properties: { email: { type: 'string' } },
  required: ['email'],
  additionalProperties: false,
};

/** One thing to read, one to write, and what a fuzzer needs to begin. */
const DOCUMENT = {
  paths: {
    '/api/auth/token': { get: { operationId: 'verifyKey', responses: { 200: said({}), ...REFUSALS } } },
    '/api/thing': {
      get: {
        operationId: 'readThing',
        responses: { 200: said(thing, { ETag: { required: true, schema: { type: 'string' } } }), ...REFUSALS },
      },
      post: {
        operationId: 'orderThing',
        requestBody: { content: { 'application/json': { schema: order } } },
        responses: { 200: said(thing), ...REFUSALS },
      },
    },
  },
  components: { schemas: {} },
};

interface Misdeed {
  /** Each spoils an answer that was good; the default is to leave it alone. */
  readonly spoil?: (answer: Answer, request: IncomingMessage) => Partial<Answer>;
  readonly silent?: boolean;
  readonly ends?: boolean;
  readonly tellsTheLog?: boolean;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const isRead = ({ method, url }: IncomingMessage) => method === 'GET' && url?.startsWith('/api/thing') === true;
const onlyReads =
  (spoil: (answer: Answer) => Partial<Answer>): NonNullable<Misdeed['spoil']> =>
  (answer, request) =>
    isRead(request) && answer.status === 200 ? spoil(answer) : {};
const without = (answer: Answer, name: string) => ({
  headers: Object.fromEntries(Object.entries(answer.headers).filter(([each]) => each !== name)),
});

/** One way of being bad for each kind of finding. */
export const MISDEEDS: Readonly<Record<FindingKind, Misdeed>> = {
  'server-error': { spoil: onlyReads(({ headers }) => refusal(500, headers)) },
  'no-answer': { silent: true },
  'undeclared-status': { spoil: onlyReads(() => ({ status: 202 })) },
  'error-shape': { spoil: ({ status }) => (status === 404 ? { body: '{"error":"Not Found"}' } : {}) },
  challenge: { spoil: (answer) => (answer.status === 401 ? without(answer, 'WWW-Authenticate') : {}) },
  schema: { spoil: onlyReads(() => ({ body: '{"data":1}' })) },
  header: { spoil: onlyReads((answer) => without(answer, 'ETag')) },
  'request-id': { spoil: onlyReads((answer) => without(answer, 'X-Request-Id')) },
  head: { spoil: (answer, { method }) => (method === 'HEAD' ? { headers: { ...answer.headers, ETag: '"y"' } } : {}) },
  accepted: { spoil: ({ status }) => (status === 422 ? { status: 200, body: '{"data":"x"}' } : {}) },
  'key-refused': { spoil: onlyReads(({ headers }) => unauthorized(headers)) },
  secret: { tellsTheLog: true },
  ended: { ends: true },
};

const refusal = (status: number, headers: Answer['headers']): Answer => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8', Allow: 'GET', 'Retry-After': '1' },
  body: JSON.stringify({ error: 'No', code: 'no', details: [{}], requestId: headers['X-Request-Id'] }),
});

const unauthorized = (headers: Answer['headers']): Answer => ({
  status: 401,
  headers: {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'WWW-Authenticate': 'Bearer realm="prompthold"',
  },
  body: '{"error":"Unauthorized"}',
});

/** A little service that does nothing wrong by itself. */
async function wellBehaved(request: IncomingMessage): Promise<Answer> {
  const { method = '', url = '', headers } = request;
  const [path = ''] = url.split('?');
  const id = headers['x-request-id'];
  const headersOfAll = {
    'X-Request-Id': typeof id === 'string' && /^[\w.-]{1,128}$/.test(id) ? id : 'made-here',
    'Cache-Control': 'no-store',
    Vary: 'Authorization',
    'Content-Type': 'application/json; charset=utf-8',
    ETag: '"x"',
  };
  const good = (body: object) => ({ status: 200, headers: headersOfAll, body: JSON.stringify(body) });
  if (url === '/api/openapi.json') return good(DOCUMENT);
  if (url === '/api/accounts' && method === 'POST') return good({ token: KEY });
  if (!/^\/api\/(thing|auth\/token)\/?$/.test(path)) return refusal(404, headersOfAll);
  const keys = request.headersDistinct['authorization'] ?? [];
  if (keys.length !== 1 || keys[0] !== `Bearer ${KEY}`) return unauthorized(headersOfAll);
  if (method === 'GET' || method === 'HEAD') return good({ data: 'x' });
  if (method === 'OPTIONS') return { status: 204, headers: { ...headersOfAll, Allow: 'GET' }, body: '' };
  if (method !== 'POST' || !path.includes('thing')) return refusal(405, headersOfAll);
  return isOrder(await textOf(request)) ? good({ data: 'x' }) : refusal(422, headersOfAll);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function isOrder(text: string): boolean {
  try {
    const body = JSON.parse(text);
    return Object.keys(body).join() === 'email' && typeof body.email === 'string';
  } catch {
    return false;
  }
}

/** Bad in the one way that is asked for, or good without one. Gone when the test is over. */
export async function aBadServer(misdeed: Misdeed = {}): Promise<Target> {
  let log = '';
  const ended = Promise.withResolvers<number>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (misdeed.tellsTheLog && isRead(request)) log += `${JSON.stringify(request.headers)}\n`;
    if (misdeed.silent && isRead(request)) return;
    if (misdeed.ends && isRead(request)) {
      ended.resolve(1);
      server.closeAllConnections();
      return;
    }
    const good = await wellBehaved(request);
    const { status, headers, body } = { ...good, ...misdeed.spoil?.(good, request) };
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  };
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    // A client that hangs up in the middle is nothing to complain of.
    answer(request, response).catch(() => {});
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
    exited: ended.promise,
    get log() {
      return log;
    },
  };
}
