import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ANSWER_MS_MAX, type FuzzAnswer, KEY_MARK, NoAnswer } from './exchange.ts';
import type { RawCase } from './raw-case.ts';

/** Everything that comes back until the service hangs up, which it has to do when we have said that nothing follows. */
export async function exchangeRaw(
  url: string,
  raw: RawCase,
  key: string,
  answerMsMax = ANSWER_MS_MAX,
): Promise<readonly FuzzAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  // A reset is the service's right after bytes that make no sense; what it said before counts.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const bytes = Buffer.from(raw.bytes.toString('latin1').replaceAll(KEY_MARK, key), 'latin1');
  for (const piece of [bytes.subarray(0, raw.cutAt), bytes.subarray(raw.cutAt)]) {
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  if (raw.hangsUp) {
    socket.resetAndDestroy();
    return [];
  }
  return answersIn(await remainder(socket, answerMsMax));
}

/** How long to listen before saying that nothing follows: Node drops what it has not answered by then. */
const FIRST_WORD_MS = 60;
const NEXT_WORD_MS = 15;

async function remainder(socket: Socket, answerMsMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let farewell = setTimeout(() => socket.end(), FIRST_WORD_MS);
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    clearTimeout(farewell);
    farewell = setTimeout(() => socket.end(), NEXT_WORD_MS);
  });
  socket.on('end', () => socket.end());
  const timer = setTimeout(() => socket.destroy(new NoAnswer('late')), answerMsMax);
  // Not by `once`, which fails with the socket.
  if (!socket.closed) await new Promise((resolve) => socket.on('close', resolve));
  clearTimeout(timer);
  clearTimeout(farewell);
  if (socket.errored instanceof NoAnswer) {
    throw new NoAnswer(`the connection was still open ${answerMsMax} ms after its end`);
  }
  return Buffer.concat(chunks);
}

const HEAD_END = '\r\n\r\n';

/**
 * Throws when what came is no sequence of answers. The last may be broken off, and is left out then: whoever sends
 * half a request, or hangs up in the middle, is owed no more.
 */
export function answersIn(received: Buffer): readonly FuzzAnswer[] {
  const answers: FuzzAnswer[] = [];
  for (let rest = received; rest.length > 0; ) {
    const headEnd = rest.indexOf(HEAD_END);
    if (headEnd < 0 && rest.toString('latin1').startsWith('HTTP/1.1 ')) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, Math.max(0, headEnd)).toString('latin1').split('\r\n');
    const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
    if (code === undefined) throw new Error(`no answer: ${JSON.stringify(rest.toString('latin1').slice(0, 100))}`);
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const status = Number(code);
    const body = bodyOf(status, headers, rest.subarray(headEnd + HEAD_END.length));
    if (!body) return answers;
    rest = rest.subarray(headEnd + HEAD_END.length + body.length);
    if (status >= 200) answers.push({ status, headers, text: body.text });
  }
  return answers;
}

interface Body {
  readonly text: string;
  readonly length: number;
}

/** Undefined when it is broken off. */
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
    if (!/^[0-9a-f]+$/i.test(line)) throw new Error(`in the middle of an answer stands ${JSON.stringify(line)}`);
    const size = Number.parseInt(line, 16);
    chunks.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > rest.length) return undefined;
    if (size === 0) return { text: Buffer.concat(chunks).toString('utf8'), length: at };
  }
}
