import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const RESPONSE = Buffer.from('HTTP/1.1 ');
const SUCCESS = Buffer.from('HTTP/1.1 200');
const READ_BYTES = 65_536;

/** A connection that sends several requests at once, and only counts their responses. */
export class PipelinedConnection {
  /** What was read, after room for the end of what was read before: the head of a response may arrive in parts. */
  readonly #buffer = Buffer.allocUnsafe(SUCCESS.length + READ_BYTES);
  #kept = 0;
  #missing = 0;
  #socket: Socket | undefined;
  #onResponded = (): void => {};
  #onFailed = (_error: Error): void => {};

  async open(port: number): Promise<void> {
    // One buffer for all reads: allocating one for each takes longer than counting the responses in it.
    const buffer = this.#buffer.subarray(SUCCESS.length);
    const callback = (length: number) => this.#read(length);
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    await once(this.#socket, 'connect');
    this.#socket.on('error', (error) => this.#onFailed(error));
    this.#socket.on('close', () => this.#onFailed(new Error('the server closed a connection')));
  }

  /** Resolves when all responses have arrived. */
  send(requests: Buffer, count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#missing = count;
      this.#onResponded = resolve;
      this.#onFailed = reject;
      this.#socket?.write(requests);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  /** Returns whether to go on reading. */
  #read(length: number): boolean {
    const text = this.#buffer.subarray(SUCCESS.length - this.#kept, SUCCESS.length + length);
    let end = 0;
    for (;;) {
      const at = text.indexOf(RESPONSE, end);
      if (at === -1 || at + SUCCESS.length > text.length) break;
      end = at + SUCCESS.length;
      if (SUCCESS.compare(text, at, end) !== 0) {
        this.#onFailed(new Error(`a response was ${text.subarray(at, at + 40)}`));
        return false;
      }
      this.#missing -= 1;
    }
    const keptFrom = Math.max(end, text.length - SUCCESS.length + 1);
    this.#kept = text.length - keptFrom;
    text.copy(this.#buffer, SUCCESS.length - this.#kept, keptFrom);
    if (this.#missing === 0) this.#onResponded();
    return true;
  }
}
