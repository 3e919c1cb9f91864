import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionSource } from '../../../inbound/http/server/connection-source.ts';
import type { ConnectionMessage, ListenOutcome } from './messages.ts';

/** The connections that the primary hands to this worker. */
export class HandedConnections implements ConnectionSource {
  private readonly opened = Promise.withResolvers<number>();
  private server: Server | undefined;
  /** To be reported. */
  private closed: number[] = [];

  constructor(private readonly send: (message: ConnectionMessage) => void) {}

  open(server: Server): Promise<number> {
    this.server = server;
    // Only then does Node.js watch the timeouts of connections, and close idle ones on request.
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

  /** Without a socket if the primary has closed it in the meantime. */
  receive(connection: number, socket: Socket | undefined): void {
    if (!socket) return;
    if (!this.server) {
      // Of this process only: the primary has its own copy.
      socket.destroy();
      this.send({ kind: 'refused', connection });
      return;
    }
    // Before anything is read: a connection that was not accepted when this process ends is handed to another one.
    this.send({ kind: 'accepted', connection });
    socket.once('close', () => this.reportClosed(connection));
    // Like the connections on which Node's server listens itself.
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
