import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { limitConnections } from '../limits/limit-connections.ts';

/** Supplies a server with connections. */
export interface ConnectionSource {
  /** Passes connections to the server from now on. Resolves to their port. */
  open(server: Server): Promise<number>;
  /** Passes on no more connections, and closes those that are idle. */
  close(): void;
}

export interface ListeningSettings {
  readonly host: string;
  readonly port: number;
  readonly connectionsMax: number;
}

/** The connections to a port on which the server itself listens. */
export class ListeningSource implements ConnectionSource {
  private server: Server | undefined;

  constructor(
    private readonly settings: ListeningSettings,
    private readonly log: Logger,
  ) {}

  async open(server: Server): Promise<number> {
    const { host, port, connectionsMax } = this.settings;
    this.server = server;
    limitConnections(server, connectionsMax, this.log);
    server.listen(port, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  close(): void {
    this.server?.close();
  }
}
