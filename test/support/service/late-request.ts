import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface LateRequestHead {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
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
  readonly #head: Promise<IncomingMessage>;

  private constructor(url: string, { method, path, headers }: LateRequestHead) {
    this.#sent = request(new URL(path, url), { method, headers, agent: false });
    this.#head = new Promise((resolve, reject) => {
      this.#sent.once('response', resolve);
      this.#sent.once('error', reject);
    });
    // `read` reports it.
    this.#head.catch(() => {});
  }

  static begin(url: string, { headers, ...head }: LateRequestHead, type = 'application/json'): LateRequest {
    const chunked = { 'Content-Type': type, 'Transfer-Encoding': 'chunked', ...headers };
    const late = new LateRequest(url, { ...head, headers: chunked });
    late.#sent.flushHeaders();
    return late;
  }

  /** Sends no body, and reads nothing before `read` is called, except what fits into buffers. */
  static async withoutBody(url: string, head: LateRequestHead): Promise<LateRequest> {
    const late = new LateRequest(url, head);
    late.#sent.end();
    (await late.#head.catch(() => undefined))?.pause();
    return late;
  }

  send(text: string): void {
    this.#sent.write(text);
  }

  end(text = ''): Promise<LateResponse> {
    this.#sent.end(text);
    return this.read();
  }

  async read(): Promise<LateResponse> {
    let text = '';
    const response = await this.#head.catch(() => undefined);
    if (!response) return { status: undefined, text, isComplete: false };
    try {
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
    } catch {
      // It broke off.
    }
    return { status: response.statusCode, text, isComplete: response.complete };
  }
}
