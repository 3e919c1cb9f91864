import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionSource } from '../../../inbound/http/server/connection-source.ts';
import type { ConnectionMessage, ListenOutcome } from './messages.ts';

/** The connections that the primary hands to this worker. */
export class ReceivedConnections implements ConnectionSource {
  private readonly opened = Promise.withResolvers<number>();
  private server: Server | undefined;
  /** Closed connections that are still to be reported. */
  private closed: number[] = [];

  constructor(private readonly send: (message: ConnectionMessage) => void) {}

  open(server: Server): Promise<number> {
    this.server = server;
    // Node.js watches timeouts of connections, and closes idle ones on request, only after this event.
    server.emit('listening');
    this.send({ kind: 'listen' });
    return this.opened.promise;
  }

  close(): void {
    this.server?.close();
    this.server = undefined;
    this.send({ kind: 'stop-listening' });
  }

  settle(outcome: ListenOutcome): void {
    if ('port' in outcome) this.opened.resolve(outcome.port);
    else this.opened.reject(Object.assign(new Error(), outcome.error));
  }

  /** Takes a connection over. It has no socket if the primary has closed it in the meantime. */
  receive(connection: number, socket: Socket | undefined): void {
    if (!socket) return;
    if (!this.server) {
      // This closes only the copy of this process: the primary has its own.
      socket.destroy();
      this.send({ kind: 'refused', connection });
      return;
    }
    // Accept before anything is read: a connection not accepted when this process ends is handed to another one.
    this.send({ kind: 'accepted', connection });
    socket.once('close', () => this.reportClosed(connection));
    // Connections on which Node's server listens itself have this, too.
    socket.allowHalfOpen = true;
    this.server.emit('connection', socket);
  }

  /** Together with others that are closed at the same time. */
  private reportClosed(connection: number): void {
    this.closed.push(connection);
    if (this.closed.length > 1) return;
    setImmediate(() => {
      this.send({ kind: 'closed', connections: this.closed });
      this.closed = [];
    });
  }
}
