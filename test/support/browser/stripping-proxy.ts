import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A reverse proxy as operators put in front of several services: each has a path, which it strips off.
 * It passes the Host on, as they are told to.
 */
export class StrippingProxy {
  private targetPort: number | undefined;

  private constructor(
    private readonly server: Server,
    private readonly path: string,
  ) {
    server.on('request', (received, answer) => this.pass(received, answer));
  }

  static async listen(path: string): Promise<StrippingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StrippingProxy(server, path);
  }

  /** Known only later: a service has to be told the proxy's own address before it starts. */
  leadTo(port: number): void {
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

  private pass(received: IncomingMessage, answer: ServerResponse): void {
    const url = received.url ?? '/';
    if (!url.startsWith(`${this.path}/`)) {
      answer.writeHead(404, { 'Content-Type': 'text/plain' }).end('nothing lives here');
      return;
    }
    const { method, headers } = received;
    const stripped = { host: '127.0.0.1', port: this.targetPort, path: url.slice(this.path.length), method, headers };
    const passed = request(stripped, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    received.pipe(passed);
  }
}
