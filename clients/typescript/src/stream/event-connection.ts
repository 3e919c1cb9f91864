import type { ClientRequest, IncomingMessage } from 'node:http';

export interface ConnectionHandlers {
  /** The head of the response. Only after status 200, text follows. */
  readonly onResponse: (status: number, headers: Readonly<Record<string, unknown>>) => void;
  readonly onText: (text: string) => void;
  /** Once, at the end, whatever its reason. Not after `close`. */
  readonly onEnd: (reason: string) => void;
}

export interface ConnectionRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the process stays alive for it. */
  readonly keepsAlive: boolean;
}

export interface EventConnection {
  pause(): void;
  resume(): void;
  close(): void;
}

export type OpenConnection = (request: ConnectionRequest, handlers: ConnectionHandlers) => EventConnection;

/**
 * Opens a stream with `node:http`, on a socket of its own that does not keep the process alive: a body of `fetch` that is
 * being read does, on all runtimes.
 */
export const openConnection: OpenConnection = (request, handlers) => {
  const connection = new HttpConnection(handlers);
  void connection.open(request);
  return connection;
};

class HttpConnection implements EventConnection {
  readonly #handlers: ConnectionHandlers;
  #sent: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  #isOver = false;

  constructor(handlers: ConnectionHandlers) {
    this.#handlers = handlers;
  }

  async open({ url, headers, keepsAlive }: ConnectionRequest): Promise<void> {
    try {
      const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
      if (this.#isOver) return;
      const sent = request(url, { headers, agent: false });
      this.#sent = sent;
      if (!keepsAlive) sent.on('socket', (socket) => socket.unref?.());
      sent.on('response', (response) => this.#receive(response));
      sent.on('error', (error) => this.#end('code' in error ? String(error.code) : error.name));
      sent.on('close', () => this.#end('closed'));
      sent.end();
    } catch {
      this.#end('cannot connect');
    }
  }

  pause(): void {
    this.#response?.pause();
  }

  resume(): void {
    this.#response?.resume();
  }

  close(): void {
    this.#isOver = true;
    this.#sent?.destroy();
  }

  #receive(response: IncomingMessage): void {
    this.#response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      if (!this.#isOver) this.#handlers.onText(text);
    });
    for (const event of ['end', 'error', 'close']) response.on(event, () => this.#end('closed'));
    if (!this.#isOver) this.#handlers.onResponse(response.statusCode ?? 0, response.headers);
  }

  #end(reason: string): void {
    if (this.#isOver) return;
    this.close();
    this.#handlers.onEnd(reason);
  }
}
