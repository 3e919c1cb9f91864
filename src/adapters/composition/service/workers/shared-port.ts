import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Logger } from 'pino';
import type { ListenOutcome } from './messages.ts';

/** The port of all workers, on which their primary listens. */
export class SharedPort {
  private server: Server | undefined;
  private outcome: Promise<ListenOutcome> | undefined;

  constructor(
    private readonly address: { readonly host: string; readonly port: number },
    private readonly log: Logger,
  ) {}

  /** Listens, the first time that it is called, and passes every connection to `take`. */
  listen(take: (socket: Socket) => void): Promise<ListenOutcome> {
    this.outcome ??= this.open(take);
    return this.outcome;
  }

  close(): void {
    this.server?.close();
  }

  private async open(take: (socket: Socket) => void): Promise<ListenOutcome> {
    const { host, port } = this.address;
    // Nothing is read here: that is for the worker. `noDelay` is set as on the connections of Node's HTTP server.
    const server = createServer({ pauseOnConnect: true, noDelay: true }, take);
    this.server = server;
    try {
      server.listen(port, host);
      await once(server, 'listening');
    } catch (thrown) {
      const { message, code, syscall } = thrown as NodeJS.ErrnoException;
      return { error: { message, code, syscall } };
    }
    server.on('error', (error) => this.log.error({ err: error }, 'a connection could not be accepted'));
    return { port: (server.address() as AddressInfo).port };
  }
}
