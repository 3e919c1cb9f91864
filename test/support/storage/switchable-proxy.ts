import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy whose target can change: stands for an operator's DNS name, virtual address or proxy. */
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

  /** Applies to new connections. Open ones stay with their server. */
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
      // Closing one socket closes the other; the reason does not matter.
      socket.on('error', () => {});
      socket.on('close', () => {
        this.open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
