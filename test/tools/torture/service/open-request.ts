import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface OpenedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly key: string;
  readonly type?: string;
  readonly accept?: string;
  readonly from: string;
  readonly timeoutMs: number;
}

/** A request whose body and response are sent and received piece by piece. */
export class OpenRequest {
  /** Undefined if the connection broke before. */
  private readonly response: Promise<IncomingMessage | undefined>;

  private constructor(private readonly sent: ClientRequest) {
    this.response = new Promise((resolve) => {
      sent.once('response', resolve);
      sent.on('error', () => resolve(undefined));
    });
  }

  static begin(url: string, { method, path, key, type, accept, from, timeoutMs }: OpenedRequest): OpenRequest {
    const headers = {
      authorization: `Bearer ${key}`,
      'x-forwarded-for': from,
      ...(type === undefined ? {} : { 'content-type': type, 'transfer-encoding': 'chunked' }),
      ...(accept === undefined ? {} : { accept }),
    };
    const sent = request(`${url}${path}`, { method, headers, agent: false, signal: AbortSignal.timeout(timeoutMs) });
    if (type === undefined) sent.end();
    else sent.flushHeaders();
    return new OpenRequest(sent);
  }

  get status(): Promise<number | undefined> {
    return this.response.then((response) => response?.statusCode);
  }

  send(text: string): void {
    this.sent.write(text);
  }

  end(): void {
    this.sent.end();
  }

  close(): void {
    this.sent.destroy();
  }

  /** The complete lines of the response, until it ends or the connection breaks. */
  async *lines(): AsyncIterable<string> {
    const response = await this.response;
    if (!response) return;
    let rest = '';
    try {
      for await (const chunk of response.setEncoding('utf8')) {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        yield* lines;
      }
    } catch {
      // An incomplete line reveals nothing.
    }
  }
}
