import { connect, type Socket } from 'node:net';

export interface LoadResponse {
  readonly status: number;
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const LENGTH = /\r\ncontent-length: *(\d+)/i;
/** Responses that never have a body or a Content-Length. */
const BODILESS = [204, 304];

/**
 * A keep-alive connection that sends one request at a time. As lean as possible: while the load generator works, the
 * server waits. autocannon would do, but it measures latencies in whole milliseconds, and only those of 2xx.
 */
export class HttpConnection {
  #received = '';
  #settle: { resolve(response: LoadResponse): void; reject(error: Error): void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text: string) => this.#receive(text));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () =>
      this.#settle?.reject(new Error('the server closed a connection in the middle of a request')),
    );
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new HttpConnection(socket);
  }

  send(request: string): Promise<LoadResponse> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #receive(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.#received.slice(0, headEnd);
    const status = Number(STATUS.exec(head)?.[1]);
    const [, length] = LENGTH.exec(head) ?? [];
    if (length === undefined && !BODILESS.includes(status)) {
      this.#settle?.reject(new Error(`a response has no Content-Length:\n${head}`));
      return;
    }
    const end = headEnd + HEAD_END.length + (BODILESS.includes(status) ? 0 : Number(length));
    if (this.#received.length < end) return;
    const body = this.#received.slice(headEnd + HEAD_END.length, end);
    this.#received = this.#received.slice(end);
    this.#settle?.resolve({ status, body });
  }
}
