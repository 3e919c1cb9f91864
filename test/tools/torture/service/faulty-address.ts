import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../seeded-random.ts';

export type Trouble =
  | { readonly kind: 'delay'; readonly ms: number }
  /** The server gets the request, the client a broken connection; now and then. */
  | { readonly kind: 'reset'; readonly random: SeededRandom }
  /** The server gets the request and answers, the client hears nothing. */
  | { readonly kind: 'swallow' };

/** Of the pieces that are sent: a transaction has several, and the last is the one that matters. */
const RESET_CHANCE = 0.25;

/** An address between a service and its storage, which can be told to make trouble. */
export class FaultyAddress {
  private readonly pairs = new Set<SocketPair>();
  private trouble: Trouble | undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (near) => this.pass(near));
  }

  static async to(target: number): Promise<FaultyAddress> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultyAddress(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  begin(trouble: Trouble): void {
    this.trouble = trouble;
  }

  /** What was swallowed stays so: connections that miss a part of their answers are broken. */
  end(): void {
    this.trouble = undefined;
    for (const pair of this.pairs) if (pair.hasGap) pair.destroy();
  }

  /** Whether anybody misses a part of what was answered. */
  get hasGaps(): boolean {
    return [...this.pairs].some(({ hasGap }) => hasGap);
  }

  async dispose(): Promise<void> {
    this.server.close();
    for (const pair of this.pairs) pair.destroy();
    await once(this.server, 'close');
  }

  private pass(near: Socket): void {
    const pair = new SocketPair(near, connect(this.target, '127.0.0.1'), () => this.trouble);
    this.pairs.add(pair);
    near.on('close', () => this.pairs.delete(pair));
  }
}

class SocketPair {
  hasGap = false;
  private readonly toServer: InOrder;
  private readonly toClient: InOrder;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    private readonly trouble: () => Trouble | undefined,
  ) {
    this.toServer = new InOrder(far);
    this.toClient = new InOrder(near);
    near.setNoDelay().on('data', (piece) => this.ask(piece));
    far.setNoDelay().on('data', (piece) => this.answer(piece));
    // The end of one is the end of the other; how it ended is told by that alone.
    for (const socket of [near, far]) socket.on('error', () => {});
    far.on('close', () => near.destroy());
    // In order, so that the server does all it was sent before it hears of the end.
    near.on('close', () => far.end());
  }

  destroy(): void {
    this.near.destroy();
    this.far.destroy();
  }

  private ask(piece: Buffer): void {
    const trouble = this.trouble();
    if (trouble?.kind === 'reset' && trouble.random.chance(RESET_CHANCE)) {
      this.hasGap = true;
      // Only when the kernel has it: what is destroyed with the socket would never have been sent.
      this.far.write(piece, () => this.near.resetAndDestroy());
      return;
    }
    this.toServer.send(piece, trouble?.kind === 'delay' ? trouble.ms : 0);
  }

  private answer(piece: Buffer): void {
    const trouble = this.trouble();
    if (trouble?.kind === 'swallow') this.hasGap = true;
    if (!this.hasGap) this.toClient.send(piece, trouble?.kind === 'delay' ? trouble.ms : 0);
  }
}

/** Later pieces never overtake earlier ones, however long each has to wait. */
class InOrder {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly socket: Socket) {}

  send(piece: Buffer, ms: number): void {
    if (ms === 0 && this.waiting === 0) {
      this.socket.write(piece);
      return;
    }
    this.waiting += 1;
    this.last = Promise.all([this.last, delay(ms)]).then(() => {
      this.waiting -= 1;
      if (this.socket.writable) this.socket.write(piece);
    });
  }
}
