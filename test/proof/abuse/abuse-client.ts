import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface AbuseCall {
  readonly body?: string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends what no ordinary client would, and does not care about the responses. */
export class AbuseClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    readonly port: number,
    readonly key: string,
  ) {}

  /** Resolves to the status when the whole response was read and dropped; to an error code when it broke off. */
  call(
    method: string,
    path: string,
    { body, type = 'application/json', headers: more }: AbuseCall = {},
  ): Promise<number | string> {
    return new Promise((resolve) => {
      const headers = {
        Authorization: `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
        ...more,
      };
      const sent = request({ host: '127.0.0.1', port: this.port, method, path, headers, agent: this.agent });
      const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
      sent.on('error', fail);
      sent.on('response', (response) => {
        response.on('error', fail).on('end', () => resolve(response.statusCode ?? 0));
        response.resume();
      });
      sent.end(body);
    });
  }

  put(name: string, fields: object): Promise<number | string> {
    return this.call('PUT', pathOf(name), { body: JSON.stringify(fields) });
  }

  /** Sends bytes on a connection of its own and reads nothing until the service closes it, or until the end. */
  async holdOpen(head: readonly string[], body: Buffer | undefined, end: AbortSignal): Promise<string> {
    const socket = this.#send(head);
    const close = () => socket.destroy();
    end.addEventListener('abort', close);
    if (body) await writeSlowly(socket, body);
    if (!socket.closed) await once(socket, 'close');
    end.removeEventListener('abort', close);
    return end.aborted ? 'held to the end' : 'closed by the service';
  }

  /** Closes the connection as soon as a response begins. */
  async awaitResponse(head: readonly string[], body: Buffer | undefined): Promise<void> {
    const socket = this.#send(head);
    if (body) await writeSlowly(socket, body);
    if (!socket.closed) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.destroy();
  }

  #send(head: readonly string[]): Socket {
    const socket = connect({ host: '127.0.0.1', port: this.port }).on('error', () => {});
    const lines = [...head, 'Host: 127.0.0.1', `Authorization: Bearer ${this.key}`, '', ''];
    socket.write(lines.join('\r\n'));
    return socket;
  }

  dispose(): void {
    this.agent.destroy();
  }
}

const CHUNK_BYTES = 64 * 1024;

/** Not all in one piece, of which each client would hold a copy. */
async function writeSlowly(socket: Socket, body: Buffer): Promise<void> {
  for (let start = 0; start < body.length && !socket.destroyed; start += CHUNK_BYTES) {
    if (socket.write(body.subarray(start, start + CHUNK_BYTES))) continue;
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
}

export const pathOf = (name: string): string => `/api/prompts/${encodeURIComponent(name)}`;
