import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ApiResponse } from '../support/api.ts';

const HEAD_END = '\r\n\r\n';

/** A raw socket, for input that no HTTP client would send. It reads nothing before `readResponse` or `readRemainder` is called. */
export class RawConnection {
  readonly #chunks: AsyncIterator<Buffer>;
  #received = Buffer.alloc(0);

  private constructor(private readonly socket: Socket) {
    // Errors surface in `send` and in the reads.
    socket.on('error', () => {});
    this.#chunks = socket[Symbol.asyncIterator]();
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Resolves when the kernel has accepted all bytes; rejects when the server has closed the connection. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Half-closes the connection: nothing more will be sent. */
  finish(): void {
    this.socket.end();
  }

  /** Reads the next response. Rejects when the connection ends before it is complete. */
  async readResponse({ bodyless = false } = {}): Promise<ApiResponse> {
    const head = await this.#upTo(HEAD_END);
    const [statusLine = '', ...lines] = head.trimEnd().split('\r\n');
    const headers = new Headers(lines.map((line) => splitOnce(line, ':')));
    const status = Number(statusLine.split(' ')[1]);
    const length = bodyless || status < 200 ? 0 : Number(headers.get('Content-Length') ?? 0);
    const text = await this.#take(length);
    return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** Reads everything until the server ends the connection. */
  async readRemainder(): Promise<string> {
    while (await this.#receive());
    return this.#received.toString('latin1');
  }

  /** Aborts the connection: the server sees a TCP reset. */
  async reset(): Promise<void> {
    // The server may have closed it first.
    if (this.socket.closed) return;
    this.socket.resetAndDestroy();
    await once(this.socket, 'close');
  }

  close(): void {
    this.socket.destroy();
  }

  async #upTo(mark: string): Promise<string> {
    let end = this.#received.indexOf(mark);
    while (end < 0) {
      if (!(await this.#receive())) throw new Error(`the connection ended after: ${this.#received}`);
      end = this.#received.indexOf(mark);
    }
    return this.#take(end + mark.length);
  }

  async #take(length: number): Promise<string> {
    while (this.#received.length < length) {
      if (!(await this.#receive())) throw new Error(`the connection ended after: ${this.#received}`);
    }
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken.toString();
  }

  async #receive(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#received = Buffer.concat([this.#received, value]);
    return true;
  }
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at + mark.length).trim()];
}

/** Sends a request unchanged and returns the response. */
export async function sendRaw(url: string, request: string | Uint8Array, options = {}): Promise<ApiResponse> {
  const connection = await RawConnection.open(url);
  try {
    await connection.send(request);
    return await connection.readResponse(options);
  } finally {
    connection.close();
  }
}

/** The head of a request: request line, headers, empty line. */
export const requestHead = (firstLine: string, ...headers: readonly string[]): string =>
  [firstLine, 'Host: localhost', ...headers, '', ''].join('\r\n');
