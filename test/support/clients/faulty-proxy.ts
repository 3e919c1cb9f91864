import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Of the body of the response, as far as it was sent. */
  responseBytes: number;
  status: number;
}

/** What happens to a request instead of being forwarded. */
export type Fault =
  /** No response. */
  | { readonly kind: 'hang' }
  /** The connection breaks. */
  | { readonly kind: 'cut' }
  /** Forwarded, but the response is lost. */
  | { readonly kind: 'lose-response' }
  | {
      readonly kind: 'respond';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** Stands between a client and a service: records what passes, and makes it fail on request. */
export class FaultyProxy {
  readonly requests: RecordedRequest[] = [];
  /** Decides about each request; undefined forwards it. */
  fault: (path: string, method: string) => Fault | undefined = () => undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly target: string) {
    this.#server = createServer((incoming, outgoing) => this.#handle(incoming, outgoing));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The requests that were not for the event stream. */
  get calls(): readonly RecordedRequest[] {
    return this.requests.filter(({ path }) => !path.startsWith('/api/events'));
  }

  get streams(): readonly RecordedRequest[] {
    return this.requests.filter(({ path }) => path.startsWith('/api/events'));
  }

  /** Breaks all connections, event streams too. */
  cutConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cutConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const recorded: RecordedRequest = { method, path, headers, responseBytes: 0, status: 0 };
    this.requests.push(recorded);
    const fault = this.fault(path, method);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'cut') incoming.socket.destroy();
    else if (fault?.kind === 'respond') {
      recorded.status = fault.status;
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    } else this.#forward(incoming, outgoing, recorded, fault !== undefined);
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse, recorded: RecordedRequest, isLost: boolean): void {
    const { method, path, headers } = recorded;
    const forwarded = request(new URL(path, this.target), { method, headers, agent: false }, (response) => {
      recorded.status = response.statusCode ?? 0;
      if (isLost) {
        response.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(recorded.status, response.headers);
      outgoing.flushHeaders();
      response.on('data', (chunk: Buffer) => (recorded.responseBytes += chunk.length));
      response.on('error', () => outgoing.destroy());
      response.pipe(outgoing);
    });
    forwarded.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }
}
