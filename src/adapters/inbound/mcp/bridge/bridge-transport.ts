import { type Readable, Transform, type Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** `ended`: by the client. `failed`: a message was too long, or the output could not be written. */
export type TransportEnd = 'ended' | 'failed';

/** How long requests in flight are still served after the input has ended. */
const FLIGHT_MS_MAX = 5000;

/**
 * Messages as lines of standard input and output. The SDK's transport drops the responses to all requests in flight when
 * the input ends; this one sends them first, so that requests can come from a pipe.
 */
export class BridgeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #stdio: StdioServerTransport;
  readonly #input: Readable;
  readonly #inFlight = new Set<RequestId>();
  readonly #closed = Promise.withResolvers<TransportEnd>();
  #onIdle: (() => void) | undefined;
  #hasEnded = false;

  constructor({ input, output }: Streams) {
    this.#input = input;
    const lines = new Transform({
      transform: (chunk, _encoding, done) => done(null, chunk),
      flush: (done) => void this.#whenIdle().then(() => done()),
    });
    this.#stdio = new StdioServerTransport(input.pipe(lines), output);
    this.#stdio.onmessage = (message) => this.#receive(message);
    this.#stdio.onerror = (error) => this.#fail(error);
    this.#stdio.onclose = () => this.#close();
  }

  get closed(): Promise<TransportEnd> {
    return this.#closed.promise;
  }

  start(): Promise<void> {
    return this.#stdio.start();
  }

  close(): Promise<void> {
    return this.#stdio.close();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#stdio.send(message);
    } finally {
      if (isJSONRPCResponse(message) && message.id !== undefined) this.#settle(message.id);
    }
  }

  #receive(message: JSONRPCMessage): void {
    // A subscription gets its response when the connection ends.
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') this.#inFlight.add(message.id);
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId'];
      if (typeof id === 'string' || typeof id === 'number') this.#settle(id);
    }
    this.onmessage?.(message);
  }

  #settle(id: RequestId): void {
    this.#inFlight.delete(id);
    if (this.#inFlight.size === 0) this.#onIdle?.();
  }

  #fail(error: Error): void {
    // The client is gone.
    if ('code' in error && error.code === 'EPIPE') this.#hasEnded = true;
    this.onerror?.(error);
  }

  async #whenIdle(): Promise<void> {
    this.#hasEnded = true;
    // The last chunk has not been read yet.
    await nextTurn();
    if (this.#inFlight.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FLIGHT_MS_MAX);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #close(): void {
    // Standard input would keep the process running.
    this.#input.unpipe();
    this.#input.destroy();
    this.onclose?.();
    this.#closed.resolve(this.#hasEnded ? 'ended' : 'failed');
  }
}
