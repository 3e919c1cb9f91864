import { Agent, type IncomingMessage, request } from 'node:http';

export type Header = readonly [name: string, value: string];

/** One request as it goes over the wire. Where the key belongs, it has KEY_MARK. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query as in the first line. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array | undefined;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Stands for the key of the account until a request is sent: the key changes, and no report may tell it. */
export const KEY_MARK = '$PROMPTHOLD_KEY';

export const ANSWER_MS_MAX = 5000;

/** What a request got instead of an answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A client that sends what it is told, to the letter, and waits no longer than anybody should have to. */
export class FuzzClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly answerMsMax = ANSWER_MS_MAX,
  ) {}

  async send({ method, target, headers, body }: FuzzRequest, key: string): Promise<FuzzAnswer> {
    const { hostname, port } = new URL(this.url);
    const lines = headers.flatMap(([name, value]) => [name, value.replace(KEY_MARK, key)]);
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new NoAnswer(error.message));
      const sent = request(
        { host: hostname, port, method, path: target, headers: lines, agent: this.agent },
        (message) => {
          answerOf(message).then(resolve, fail);
        },
      );
      sent.on('error', fail);
      // Of the whole exchange: a timeout of the socket would begin anew with every byte.
      const timer = setTimeout(() => sent.destroy(new Error(`none within ${this.answerMsMax} ms`)), this.answerMsMax);
      sent.on('close', () => clearTimeout(timer));
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function answerOf(message: IncomingMessage): Promise<FuzzAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  return { status: message.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString('utf8') };
}

/** What a text says as JSON; undefined when it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const headerIn = ({ headers }: FuzzRequest, name: string): readonly string[] =>
  headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
