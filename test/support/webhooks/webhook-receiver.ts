import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Respond = (response: ServerResponse, request: ReceivedRequest) => unknown;

const accept: Respond = (response) => response.writeHead(204).end();

/** An HTTP server on 127.0.0.1 that records what it receives. It is closed when the test ends. */
export class WebhookReceiver {
  readonly requests: ReceivedRequest[] = [];
  /** Received and not responded to yet. */
  open = 0;
  openMax = 0;
  port = 0;
  private waiting: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private readonly scheme: string,
    /** How it responds; may be replaced at any time. */
    public respond: Respond,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.receive(request, response));
  }

  static async start(
    respond: Respond = accept,
    tls?: { readonly key: Buffer; readonly cert: Buffer },
  ): Promise<WebhookReceiver> {
    const server = tls ? createTlsServer(tls) : createServer();
    const receiver = new WebhookReceiver(server, tls ? 'https' : 'http', respond);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    receiver.port = (server.address() as AddressInfo).port;
    onTestFinished(() => receiver.close());
    return receiver;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}/hook`;
  }

  get connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  /** Resolves when this many requests were received since the start. */
  async received(count: number): Promise<readonly ReceivedRequest[]> {
    while (this.requests.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.requests;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    this.openMax = Math.max(this.open, this.openMax);
    response.on('close', () => {
      this.open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: path, headers } = request;
    const received = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
    this.requests.push(received);
    for (const notify of this.waiting.splice(0)) notify();
    this.respond(response, received);
  }
}
