import { Agent, type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';

export type Header = readonly [name: string, value: string];

/** A request as sent over the wire, with KEY_PLACEHOLDER instead of the key. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array | undefined;
}

export interface FuzzResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Replaced by the account's key when a request is sent: the key changes, and reports must not contain it. */
export const KEY_PLACEHOLDER = '$PROMPTHOLD_KEY';

export const RESPONSE_MS_MAX = 5000;

/** The connection failed or timed out before a response arrived. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** An HTTP client that sends requests without changing them, and enforces a timeout. */
export class FuzzClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly responseMsMax = RESPONSE_MS_MAX,
  ) {}

  async send({ method, target, headers, body }: FuzzRequest, key: string): Promise<FuzzResponse> {
    const { hostname, port } = new URL(this.url);
    const lines = headers.flatMap(([name, value]) => [name, value.replace(KEY_PLACEHOLDER, key)]);
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new NoResponse(error.message));
      const sent = request(
        { host: hostname, port, method, path: target, headers: lines, agent: this.agent },
        (message) => {
          readResponse(message).then(resolve, fail);
        },
      );
      sent.on('error', fail);
      // Limits the whole exchange: a socket timeout would restart with every byte.
      const timer = setTimeout(
        () => sent.destroy(new Error(`no response within ${this.responseMsMax} ms`)),
        this.responseMsMax,
      );
      sent.on('close', () => clearTimeout(timer));
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/** The beginning of a stream arrives with its head, if it has one. */
const STREAM_MS_MAX = 200;

async function readResponse(message: IncomingMessage): Promise<FuzzResponse> {
  const { 'content-type': type = '', 'content-length': length } = message.headers;
  const isEndless = type.startsWith('text/event-stream') && length === undefined;
  const text = isEndless ? await readBeginning(message) : await readText(message);
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  return { status: message.statusCode ?? 0, headers, text };
}

/** A stream does not end by itself, so its connection is closed. */
function readBeginning(message: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const end = (chunk: Buffer = Buffer.of()): void => {
      clearTimeout(timer);
      resolve(chunk.toString('utf8'));
      message.destroy();
    };
    const timer = setTimeout(() => end(), STREAM_MS_MAX);
    message.once('data', end).once('end', () => end());
    message.on('error', () => end());
  });
}

/** Returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const headerValues = ({ headers }: FuzzRequest, name: string): readonly string[] =>
  headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
