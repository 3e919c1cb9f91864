import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../../seeded-random.ts';

export type NetworkFault =
  | { readonly kind: 'delay'; readonly ms: number }
  /** Now and then the server gets the request and the client a connection reset. */
  | { readonly kind: 'reset'; readonly random: SeededRandom }
  /** The server gets the request and responds, but the client receives nothing. */
  | { readonly kind: 'swallow' };

/** Per chunk: a transaction has several, and the last one matters most. */
const RESET_CHANCE = 0.25;

/** A TCP proxy between a service and its storage that can inject network faults. */
export class FaultyProxy {
  private readonly pairs = new Set<SocketPair>();
  private fault: NetworkFault | undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (client) => this.pass(client));
  }

  static async to(target: number): Promise<FaultyProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultyProxy(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  inject(fault: NetworkFault): void {
    this.fault = fault;
  }

  /** Closes the connections that lost part of their responses: swallowed data is never delivered later. */
  clear(): void {
    this.fault = undefined;
    for (const pair of this.pairs) if (pair.hasLostData) pair.destroy();
  }

  /** Whether any connection lost part of its responses. */
  get hasLostData(): boolean {
    return [...this.pairs].some(({ hasLostData }) => hasLostData);
  }

  async dispose(): Promise<void> {
    this.server.close();
    for (const pair of this.pairs) pair.destroy();
    await once(this.server, 'close');
  }

  private pass(client: Socket): void {
    const pair = new SocketPair(client, connect(this.target, '127.0.0.1'), () => this.fault);
    this.pairs.add(pair);
    client.on('close', () => this.pairs.delete(pair));
  }
}

class SocketPair {
  hasLostData = false;
  private readonly toServer: OrderedWriter;
  private readonly toClient: OrderedWriter;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly currentFault: () => NetworkFault | undefined,
  ) {
    this.toServer = new OrderedWriter(server);
    this.toClient = new OrderedWriter(client);
    client.setNoDelay().on('data', (chunk) => this.forwardRequest(chunk));
    server.setNoDelay().on('data', (chunk) => this.forwardResponse(chunk));
    // An error on one side only closes the other; the error itself is ignored.
    for (const socket of [client, server]) socket.on('error', () => {});
    server.on('close', () => client.destroy());
    // After pending writes, so that the server processes everything it was sent before the connection closes.
    client.on('close', () => server.end());
  }

  destroy(): void {
    this.client.destroy();
    this.server.destroy();
  }

  private forwardRequest(chunk: Buffer): void {
    const fault = this.currentFault();
    if (fault?.kind === 'reset' && fault.random.chance(RESET_CHANCE)) {
      this.hasLostData = true;
      // Only after the write has reached the kernel: destroying the socket would discard it.
      this.server.write(chunk, () => this.client.resetAndDestroy());
      return;
    }
    this.toServer.send(chunk, fault?.kind === 'delay' ? fault.ms : 0);
  }

  private forwardResponse(chunk: Buffer): void {
    const fault = this.currentFault();
    if (fault?.kind === 'swallow') this.hasLostData = true;
    if (!this.hasLostData) this.toClient.send(chunk, fault?.kind === 'delay' ? fault.ms : 0);
  }
}

/** Writes chunks in order, however long each is delayed. */
class OrderedWriter {
  private last: Promise<unknown> = Promise.resolve();
  private pendingCount = 0;

  constructor(private readonly socket: Socket) {}

  send(chunk: Buffer, ms: number): void {
    if (ms === 0 && this.pendingCount === 0) {
      this.socket.write(chunk);
      return;
    }
    this.pendingCount += 1;
    this.last = Promise.all([this.last, delay(ms)]).then(() => {
      this.pendingCount -= 1;
      if (this.socket.writable) this.socket.write(chunk);
    });
  }
}
