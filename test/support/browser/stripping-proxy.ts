import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A reverse proxy that serves the service under a path, which it strips from requests.
 * It forwards the Host header, as the documentation requires.
 */
export class StrippingProxy {
  private targetPort: number | undefined;

  private constructor(
    private readonly server: Server,
    private readonly path: string,
  ) {
    server.on('request', (received, response) => this.forward(received, response));
  }

  static async listen(path: string): Promise<StrippingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StrippingProxy(server, path);
  }

  /** Set later: the service needs the address of the proxy before it starts. */
  forwardTo(port: number): void {
    this.targetPort = port;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.path}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(received: IncomingMessage, response: ServerResponse): void {
    const url = received.url ?? '/';
    if (!url.startsWith(`${this.path}/`)) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
      return;
    }
    const { method, headers } = received;
    const stripped = { host: '127.0.0.1', port: this.targetPort, path: url.slice(this.path.length), method, headers };
    const forwarded = request(stripped, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders);
      upstream.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    received.pipe(forwarded);
  }
}
