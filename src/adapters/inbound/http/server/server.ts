import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { errorBody, JSON_TYPE } from '../errors/rejection.ts';
import { requestId } from '../request/request-id.ts';

const OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 8 * 1024,
  // Node would answer a missing Host with an empty body; the application does it in JSON.
  requireHostHeader: false,
};

/**
 * Longer than any work on a request. A client that asks and does not read would hold its connection, and its answer, for ever.
 * While something waits to be sent, Node looks twice before it gives up.
 */
const STILL_MS_MAX = 120_000;

/** Whether an answer has begun on a connection and is not over. */
export type IsAnswering = (socket: Duplex) => boolean;

/** Node's server, with a JSON answer also for what never becomes a request. */
export function httpServer(listener: RequestListener, log: Logger, isAnswering: IsAnswering): Server {
  const server = createServer(OPTIONS, listener);
  server.timeout = STILL_MS_MAX;
  // One answer in the middle of another would be read as a part of it. Broken off, the client knows that it is not whole.
  const isBrokenOff = (socket: Duplex): boolean => isAnswering(socket) && socket.destroy().destroyed;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!isBrokenOff(socket)) refuse(error, socket, log);
  });
  // An expectation we do not know is no reason to refuse; the request is answered as if it were not there.
  server.on('checkExpectation', listener);
  server.on('connect', (request, socket) => {
    if (!isBrokenOff(socket)) refuseTunnel(request, socket, log);
  });
  return server;
}

const STATUS_OF: Readonly<Record<string, { status: number; code: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout' },
};

function refuse(error: NodeJS.ErrnoException, socket: Duplex, log: Logger): void {
  // What arrives after the answer is passed over: to hang up now would keep the client from reading it.
  if (socket.writableEnded && error.code?.startsWith('HPE_')) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, code } = STATUS_OF[error.code ?? ''] ?? { status: 400, code: 'malformed_request' };
  hangUp(socket, rawAnswer(status, code, requestId(undefined), log));
}

/** For a client to send what it was about to send, and to read why it is refused. */
const FAREWELL_MS = 5000;

/** Node waits for the client to hang up as well, and would for ever: whoever does not would keep the connection. */
function hangUp(socket: Duplex, answer: string): void {
  const patience = setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  socket.once('close', () => clearTimeout(patience));
  socket.end(answer);
}

function refuseTunnel({ headers }: IncomingMessage, socket: Duplex, log: Logger): void {
  // Node has let go of this socket: nobody else listens when the client hangs up, or closes it when the service stops.
  socket.on('error', () => socket.destroy());
  const answer = rawAnswer(405, 'method_not_allowed', requestId(headers['x-request-id']), log, 'Allow: ');
  socket.end(answer, () => socket.destroy());
}

function rawAnswer(status: number, code: string, id: string, log: Logger, ...headers: readonly string[]): string {
  log.info({ requestId: id, status, code }, 'request refused');
  const body = errorBody(status, code, id);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n');
}
