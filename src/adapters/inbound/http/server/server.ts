import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { ErrorCode } from '../errors/error-codes.ts';
import { Rejection } from '../errors/rejection.ts';
import { requestIdFrom } from '../request/request-state.ts';
import { JSON_TYPE } from '../response/respond-json.ts';
import { errorBody } from '../response/respond-rejection.ts';

const OPTIONS = {
  headersTimeout: 10_000,
  // RequestsInFlight limits the time of a body: that of an import line by line may take as long as it needs.
  requestTimeout: 0,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 8 * 1024,
  // Node would respond to a missing Host with an empty body; the application responds with JSON.
  requireHostHeader: false,
};

/**
 * Longer than the handling of any request. Without a limit, a client that never reads would hold its connection, and
 * the response, forever. While something waits to be sent, Node checks twice before it gives up.
 */
const IDLE_SOCKET_MS_MAX = 120_000;

/** Whether a response has begun on a connection and is not finished. */
export type IsResponding = (socket: Duplex) => boolean;

/** Node's server, with a JSON response even for input that cannot be parsed as a request. */
export function httpServer(listener: RequestListener, log: Logger, isResponding: IsResponding): Server {
  const server = createServer(OPTIONS, listener);
  server.timeout = IDLE_SOCKET_MS_MAX;
  // A second response in the middle of the first would be read as a part of it. A closed connection shows the client
  // that the first one is incomplete.
  const isClosedMidway = (socket: Duplex): boolean => isResponding(socket) && socket.destroy().destroyed;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!isClosedMidway(socket)) rejectMalformed(error, socket, log);
  });
  // Node caches the address once it was read. Later, when a call is counted, the connection may be closed already.
  server.on('connection', (socket) => void socket.remoteAddress);
  // An unknown expectation is ignored.
  server.on('checkExpectation', listener);
  server.on('connect', (request, socket) => {
    if (!isClosedMidway(socket)) rejectTunnel(request, socket, log);
  });
  return server;
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

function rejectMalformed(error: NodeJS.ErrnoException, socket: Duplex, log: Logger): void {
  // Input that arrives after the response is ignored: closing now would prevent the client from reading it.
  if (socket.writableEnded && error.code?.startsWith('HPE_')) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = CODES[error.code ?? ''] ?? 'malformed_request';
  endSocket(socket, rawResponse(code, requestIdFrom(undefined), log));
}

/** Gives the client time to finish sending and to read the response. */
const CLOSE_TIMEOUT_MS = 5000;

/** Node waits, without a limit, for the client to close its side as well. */
function endSocket(socket: Duplex, response: string): void {
  const timeout = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  socket.once('close', () => clearTimeout(timeout));
  socket.end(response);
}

function rejectTunnel({ headers }: IncomingMessage, socket: Duplex, log: Logger): void {
  // Node no longer owns this socket: nothing else listens for errors, or closes it when the service stops.
  socket.on('error', () => socket.destroy());
  const response = rawResponse('method_not_allowed', requestIdFrom(headers['x-request-id']), log, 'Allow: ');
  socket.end(response, () => socket.destroy());
}

function rawResponse(code: ErrorCode, id: string, log: Logger, ...headers: readonly string[]): string {
  const rejection = new Rejection(code);
  const { status } = rejection;
  log.info({ requestId: id, status, code }, 'request rejected');
  const body = errorBody(rejection, id);
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
