import type { Socket } from 'node:net';
import type { PrimaryMessage } from './messages.ts';

/** A process that accepts connections. */
export interface Acceptor {
  /** The message is ignored if the process has ended. */
  send(message: PrimaryMessage): void;
  /** Sends a copy of the socket. Ignored if it has ended. */
  handOver(connection: number, socket: Socket): void;
}

export interface Connection {
  readonly id: number;
  /** The primary's own copy, which it closes when a worker has accepted the connection. */
  readonly socket: Socket;
  readonly timeout: NodeJS.Timeout;
}

/** The connections of one worker. */
export class WorkerConnections {
  /**
   * Connections not accepted yet, in the order of handing over. Only the first one has been: Node.js would hold back
   * all messages that follow until it has arrived.
   */
  private readonly pending = new Map<number, Connection>();
  private readonly accepted = new Set<number>();

  constructor(readonly worker: Acceptor) {}

  get count(): number {
    return this.pending.size + this.accepted.size;
  }

  get unaccepted(): readonly Connection[] {
    return [...this.pending.values()];
  }

  /** Hands it over when all others have been accepted. */
  add(connection: Connection): void {
    this.pending.set(connection.id, connection);
    if (this.pending.size === 1) this.handOver(connection);
  }

  /** Undefined if it was taken back. Then it does not count. */
  accept(id: number): Connection | undefined {
    const connection = this.takeBack(id);
    if (connection) this.accepted.add(id);
    return connection;
  }

  /** Undefined if the worker does not have it, or has accepted it. */
  takeBack(id: number): Connection | undefined {
    const connection = this.pending.get(id);
    const [first] = this.pending.keys();
    this.pending.delete(id);
    const [next] = this.pending.values();
    if (next && id === first) this.handOver(next);
    return connection;
  }

  remove(closed: readonly number[]): void {
    for (const id of closed) this.accepted.delete(id);
  }

  private handOver({ id, socket }: Connection): void {
    this.worker.handOver(id, socket);
  }
}
