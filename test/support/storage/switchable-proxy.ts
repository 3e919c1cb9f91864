import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** An address that leads to one server now and to another later: the operator's name, virtual address or proxy. */
export class SwitchableProxy {
  private readonly open = new Set<Socket>();
  private target: number;

  private constructor(
    private readonly server: Server,
    target: number,
  ) {
    this.target = target;
    server.on('connection', (socket) => this.pass(socket));
  }

  static async to(target: number): Promise<SwitchableProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SwitchableProxy(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** For connections to come. Those that are open stay with the server they lead to. */
  moveTo(target: number): void {
    this.target = target;
  }

  async dispose(): Promise<void> {
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await once(this.server, 'close');
  }

  private pass(near: Socket): void {
    const far = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.open.add(socket);
      // The end of one is the end of the other; how it ended is told by that alone.
      socket.on('error', () => {});
      socket.on('close', () => {
        this.open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
