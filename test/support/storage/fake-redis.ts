import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A Redis in which every key's value is its name: a standalone server, a one-node cluster and a sentinel in one. */
export class FakeRedis {
  /** The connections that read keys. */
  readonly connections = new Set<Socket>();
  private readonly open = new Set<Socket>();
  private droppingReply = false;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.serve(socket));
  }

  static async start(): Promise<FakeRedis> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FakeRedis(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Drops the reply to the next GET, but replies to the one after it, which no real Redis does. */
  dropNextReply(): void {
    this.droppingReply = true;
  }

  async dispose(): Promise<void> {
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    this.open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.open.delete(socket);
      this.connections.delete(socket);
    });
    let unread = '';
    socket.on('data', (text) => {
      unread += text;
      for (let request = firstRequest(unread); request; request = firstRequest(unread)) {
        unread = unread.slice(request.length);
        socket.write(this.reply(request.command, socket));
      }
    });
  }

  private reply([name = '', first = '']: readonly string[], socket: Socket): string {
    switch (`${name} ${first}`.toLowerCase()) {
      case 'cluster slots':
        return `*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n${bulk('127.0.0.1')}:${this.port}\r\n`;
      case 'cluster info':
        return bulk('cluster_state:ok\r\n');
      case 'sentinel get-master-addr-by-name':
        return `*2\r\n${bulk('127.0.0.1')}${bulk(String(this.port))}`;
      case 'sentinel sentinels':
        return '*0\r\n';
    }
    if (name === 'info') return bulk('role:master\r\nloading:0\r\n');
    if (name !== 'get') return '+OK\r\n';

    this.connections.add(socket);
    if (!this.droppingReply) return bulk(first);
    this.droppingReply = false;
    return '';
  }
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Parses ASCII only. Undefined until the request is complete. */
function firstRequest(text: string): { readonly command: readonly string[]; readonly length: number } | undefined {
  const parts = text.split('\r\n');
  const count = Number(parts[0]?.slice(1));
  const own = parts.slice(0, 1 + 2 * count);
  if (parts.length <= own.length) return undefined;
  return { command: own.filter((_, index) => index > 0 && index % 2 === 0), length: `${own.join('\r\n')}\r\n`.length };
}
