import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
}

interface ReaderOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

/**
 * Reads an event stream from a socket of its own, as it arrives. It parses only what the service promises to send, so that
 * anything else fails a test.
 */
export class EventReader {
  readonly events: ReceivedEvent[] = [];
  /** When each of the events arrived, by `performance.now()`. */
  readonly arrivedAt: number[] = [];
  comments = 0;
  retryMs: number | undefined;
  /** Whether the response ended as it should: without, the connection broke. */
  isComplete = false;
  #rest = '';
  #waiting: (() => void)[] = [];
  #isOver = false;

  private constructor(
    private readonly sent: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8').on('data', (text) => this.#receive(text));
    response.on('error', () => {});
    response.on('end', () => (this.isComplete = response.complete));
    response.on('close', () => {
      this.#isOver = true;
      this.#notify();
    });
  }

  /** Resolves when the head of the response has arrived, whatever its status. */
  static open(
    url: string,
    path: string,
    { headers = {}, method = 'GET', body }: ReaderOptions = {},
  ): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, url), { headers, method, agent: false });
      sent.on('response', (response) => resolve(new EventReader(sent, response)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  static withKey(url: string, key: string, path = '/api/events', headers: Readonly<Record<string, string>> = {}) {
    return EventReader.open(url, path, { headers: { Authorization: `Bearer ${key}`, ...headers } });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  /** Without `hello` and `reset`. */
  get changes(): readonly ReceivedEvent[] {
    return this.events.filter(({ event }) => event !== 'hello' && event !== 'reset');
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? '';
  }

  /** Resolves when that many events have arrived in total; rejects when the stream ends before. */
  async waitFor(count: number): Promise<readonly ReceivedEvent[]> {
    while (this.events.length < count) {
      if (this.#isOver) {
        const got = `${this.events.length} events instead of ${count}`;
        throw new Error(`the stream with status ${this.status} ended after ${got}: ${this.#rest}`);
      }
      await this.#next();
    }
    return this.events;
  }

  async waitForComments(count: number): Promise<void> {
    while (this.comments < count && !this.#isOver) await this.#next();
  }

  async waitForEnd(): Promise<void> {
    while (!this.#isOver) await this.#next();
  }

  /** Stops reading: what the service sends fills the buffers of the connection. */
  pause(): void {
    this.response.pause();
    this.response.socket.pause();
  }

  resume(): void {
    this.response.socket.resume();
    this.response.resume();
  }

  close(): void {
    this.sent.destroy();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #receive(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#parse(block);
    this.#notify();
  }

  #parse(block: string): void {
    if (block === ': keep-alive') {
      this.comments += 1;
      return;
    }
    const fields: Partial<Record<string, string>> = {};
    for (const line of block.split('\n')) {
      const [, name, value] = /^(retry|id|event|data): (.+)$/.exec(line) ?? [];
      if (name === undefined || name in fields) throw new Error(`not a line of an event: ${JSON.stringify(line)}`);
      fields[name] = value;
    }
    const { retry, id, event, data } = fields;
    if (retry !== undefined) this.retryMs = Number(retry);
    this.events.push({ id, event, data });
    this.arrivedAt.push(performance.now());
  }
}
