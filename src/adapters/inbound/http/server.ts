import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, JSON_TYPE } from './errors.ts';
import { requestId } from './request-id.ts';

const OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 8 * 1024,
  // Node would answer a missing Host with an empty body; the application does it in JSON.
  requireHostHeader: false,
};

/** Node's server, with a JSON answer also for what never becomes a request. */
export function httpServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, listener);
  server.on('clientError', refuse);
  // An expectation we do not know is no reason to refuse; the request is answered as if it were not there.
  server.on('checkExpectation', listener);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => answerRaw(socket, 405, 'method_not_allowed'));
  return server;
}

const STATUS_OF: Readonly<Record<string, { status: number; code: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout' },
};

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, code } = STATUS_OF[error.code ?? ''] ?? { status: 400, code: 'malformed_request' };
  answerRaw(socket, status, code);
}

function answerRaw(socket: Duplex, status: number, code: string): void {
  const id = requestId(undefined);
  const body = errorBody(status, code, id);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
