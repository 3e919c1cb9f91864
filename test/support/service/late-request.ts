import { type ClientRequest, type IncomingMessage, request } from 'node:http';

interface LateRequestHead {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export interface LateResponse {
  /** Undefined if the connection broke off before. */
  readonly status: number | undefined;
  readonly text: string;
  /** False if the connection broke off before the end. */
  readonly isComplete: boolean;
}

/** A request whose head is sent at once, whose body is sent later, and whose response is read later. */
export class LateRequest {
  readonly #sent: ClientRequest;
  /** Undefined if the connection broke off before. */
  readonly #response: Promise<IncomingMessage | undefined>;

  private constructor(url: string, { method, path, headers, timeoutMs }: LateRequestHead) {
    const limit = timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) };
    this.#sent = request(new URL(path, url), { method, headers, agent: false, ...limit });
    this.#response = new Promise((resolve) => {
      this.#sent.once('response', resolve);
      this.#sent.on('error', () => resolve(undefined));
    });
  }

  static begin(url: string, { headers, ...head }: LateRequestHead, type = 'application/json'): LateRequest {
    const chunked = { 'Content-Type': type, 'Transfer-Encoding': 'chunked', ...headers };
    const late = new LateRequest(url, { ...head, headers: chunked });
    late.#sent.flushHeaders();
    return late;
  }

  /** Sends no body. */
  static open(url: string, head: LateRequestHead): LateRequest {
    const late = new LateRequest(url, head);
    late.endBody();
    return late;
  }

  /** Sends no body, and reads nothing before `read` is called, except what fits into buffers. */
  static async withoutBody(url: string, head: LateRequestHead): Promise<LateRequest> {
    const late = LateRequest.open(url, head);
    (await late.#response)?.pause();
    return late;
  }

  get status(): Promise<number | undefined> {
    return this.#response.then((response) => response?.statusCode);
  }

  send(text: string): void {
    this.#sent.write(text);
  }

  endBody(text = ''): void {
    this.#sent.end(text);
  }

  end(text = ''): Promise<LateResponse> {
    this.endBody(text);
    return this.read();
  }

  close(): void {
    this.#sent.destroy();
  }

  async read(): Promise<LateResponse> {
    const response = await this.#response;
    let text = '';
    for await (const chunk of this.#chunks()) text += chunk;
    return { status: response?.statusCode, text, isComplete: response?.complete ?? false };
  }

  /** The complete lines of the response, until it ends or the connection breaks. */
  async *lines(): AsyncIterable<string> {
    let rest = '';
    for await (const chunk of this.#chunks()) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  }

  async *#chunks(): AsyncIterable<string> {
    const response = await this.#response;
    if (!response) return;
    try {
      for await (const chunk of response.setEncoding('utf8')) yield chunk;
    } catch {
      // It broke off.
    }
  }
}
