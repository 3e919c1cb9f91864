import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type FuzzResponse, KEY_PLACEHOLDER, NoResponse, RESPONSE_MS_MAX } from './fuzz-client.ts';
import type { RawCase } from './raw-case.ts';

/** Sends the bytes, ends our side of the connection, and reads until the service closes its side, which it must. */
export async function sendRawCase(
  url: string,
  raw: RawCase,
  key: string,
  responseMsMax = RESPONSE_MS_MAX,
): Promise<readonly FuzzResponse[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  // The service may reset the connection after garbage. Responses before the reset count.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const bytes = Buffer.from(raw.bytes.toString('latin1').replaceAll(KEY_PLACEHOLDER, key), 'latin1');
  for (const piece of [bytes.subarray(0, raw.cutAt), bytes.subarray(raw.cutAt)]) {
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  if (raw.resets) {
    socket.resetAndDestroy();
    return [];
  }
  return parseResponses(await readUntilClosed(socket, responseMsMax));
}

/** How long to wait before ending our side: Node drops requests without a response at that point. */
const FIRST_BYTE_MS = 60;
const NEXT_BYTE_MS = 15;

async function readUntilClosed(socket: Socket, responseMsMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let endTimer = setTimeout(() => socket.end(), FIRST_BYTE_MS);
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    clearTimeout(endTimer);
    endTimer = setTimeout(() => socket.end(), NEXT_BYTE_MS);
  });
  socket.on('end', () => socket.end());
  const timer = setTimeout(() => socket.destroy(new NoResponse('timeout')), responseMsMax);
  // Not `once`, which rejects when the socket fails.
  if (!socket.closed) await new Promise((resolve) => socket.on('close', resolve));
  clearTimeout(timer);
  clearTimeout(endTimer);
  if (socket.errored instanceof NoResponse) {
    throw new NoResponse(`the connection was still open ${responseMsMax}ms after we ended it`);
  }
  return Buffer.concat(chunks);
}

const HEAD_END = '\r\n\r\n';

/** Throws unless the bytes are a sequence of responses. Leaves out a truncated last one, which a truncated request may get. */
export function parseResponses(received: Buffer): readonly FuzzResponse[] {
  const responses: FuzzResponse[] = [];
  for (let rest = received; rest.length > 0; ) {
    const headEnd = rest.indexOf(HEAD_END);
    if (headEnd < 0 && rest.toString('latin1').startsWith('HTTP/1.1 ')) return responses;
    const [statusLine = '', ...lines] = rest.subarray(0, Math.max(0, headEnd)).toString('latin1').split('\r\n');
    const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
    if (code === undefined)
      throw new Error(`not an HTTP response: ${JSON.stringify(rest.toString('latin1').slice(0, 100))}`);
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const status = Number(code);
    const body = bodyOf(status, headers, rest.subarray(headEnd + HEAD_END.length));
    if (!body) return responses;
    rest = rest.subarray(headEnd + HEAD_END.length + body.length);
    if (status >= 200) responses.push({ status, headers, text: body.text });
  }
  return responses;
}

interface Body {
  readonly text: string;
  readonly length: number;
}

/** Undefined when the body is truncated. */
function bodyOf(status: number, headers: Headers, rest: Buffer): Body | undefined {
  if (status < 200 || status === 204 || status === 304) return { text: '', length: 0 };
  if (headers.get('Transfer-Encoding') === 'chunked') return chunkedBody(rest);
  const length = Number(headers.get('Content-Length') ?? rest.length);
  if (rest.length < length) return undefined;
  return { text: rest.subarray(0, length).toString('utf8'), length };
}

function chunkedBody(rest: Buffer): Body | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const line = rest.toString('latin1', at, lineEnd);
    if (!/^[0-9a-f]+$/i.test(line)) throw new Error(`invalid chunk size: ${JSON.stringify(line)}`);
    const size = Number.parseInt(line, 16);
    chunks.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > rest.length) return undefined;
    if (size === 0) return { text: Buffer.concat(chunks).toString('utf8'), length: at };
  }
}
