import type { Socket } from 'node:net';
import type { ConnectionMessage, ListenOutcome } from './messages.ts';
import { type Acceptor, type Connection, WorkerConnections } from './worker-connections.ts';

/** The wait is longer than it takes to start a worker again, even on a busy machine. */
const WAIT_MS_MAX = 30_000;

/** The port that connections arrive at. */
interface Port {
  listen(take: (socket: Socket) => void): Promise<ListenOutcome>;
  close(): void;
}

/**
 * Hands each connection to the worker with the fewest open ones. One that a worker does not accept, because it ends
 * or stops, goes to another one, or waits for the next.
 *
 * Node's own distribution for clusters loses a connection that was handed to a worker that is killed, and spreads those
 * that arrive together unevenly.
 */
export class ConnectionDistributor {
  private readonly shares = new Map<Acceptor, WorkerConnections>();
  /** Shares of workers that accept connections. Among equals, the first one is next. */
  private readonly accepting = new Set<WorkerConnections>();
  /** Connections that wait for a worker that accepts them. */
  private readonly waiting = new Set<Connection>();
  private taken = 0;
  private isStopping = false;

  constructor(
    private readonly port: Port,
    private readonly connectionsMax: number,
    private readonly reportDrop: () => void,
  ) {}

  received(worker: Acceptor, message: ConnectionMessage): void {
    if (message.kind === 'listen') void this.add(worker);
    const share = this.shares.get(worker);
    if (!share) return;
    switch (message.kind) {
      case 'stop-listening':
        this.accepting.delete(share);
        this.closeIfOver();
        break;
      case 'accepted':
        discard(share.accept(message.connection));
        break;
      case 'refused':
        this.assign(share.takeBack(message.connection));
        break;
      case 'closed':
        share.remove(message.connections);
    }
  }

  ended(worker: Acceptor): void {
    const share = this.shares.get(worker);
    if (share) {
      this.shares.delete(worker);
      this.accepting.delete(share);
      for (const connection of share.unaccepted) this.assign(connection);
    }
    this.closeIfOver();
  }

  /** Closes the port when no worker accepts connections any more. */
  stop(): void {
    this.isStopping = true;
    this.closeIfOver();
  }

  private async add(worker: Acceptor): Promise<void> {
    const share = new WorkerConnections(worker);
    this.shares.set(worker, share);
    const outcome = await this.port.listen((socket) => this.take(socket));
    worker.send({ kind: 'listened', outcome });
    // The worker may have ended in the meantime.
    if ('error' in outcome || !this.shares.has(worker)) return;
    this.accepting.add(share);
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const connection of waiting) this.assign(connection);
  }

  private take(socket: Socket): void {
    if (this.countOpen() >= this.connectionsMax) {
      socket.destroy();
      this.reportDrop();
      return;
    }
    this.taken += 1;
    const timeout = setTimeout(() => this.giveUp(connection), WAIT_MS_MAX);
    const connection: Connection = { id: this.taken, socket, timeout };
    this.assign(connection);
  }

  private countOpen(): number {
    let count = this.waiting.size;
    for (const share of this.shares.values()) count += share.count;
    return count;
  }

  private assign(connection: Connection | undefined): void {
    if (!connection) return;
    const share = this.nextShare();
    if (share) share.add(connection);
    else if (this.isStopping) discard(connection);
    else this.waiting.add(connection);
  }

  private nextShare(): WorkerConnections | undefined {
    let next: WorkerConnections | undefined;
    for (const share of this.accepting) if (!next || share.count < next.count) next = share;
    // The last one among equals from now on.
    if (next && this.accepting.delete(next)) this.accepting.add(next);
    return next;
  }

  /** No worker has accepted it: there is none, it is stuck, or it cannot open another file. */
  private giveUp(connection: Connection): void {
    this.waiting.delete(connection);
    for (const share of this.shares.values()) share.takeBack(connection.id);
    discard(connection);
  }

  private closeIfOver(): void {
    if (!this.isStopping || this.accepting.size > 0) return;
    this.port.close();
    for (const connection of this.waiting) discard(connection);
    this.waiting.clear();
  }
}

/** Closes the primary's copy: the connection itself only if no worker has it. */
function discard(connection: Connection | undefined): void {
  clearTimeout(connection?.timeout);
  connection?.socket.destroy();
}
