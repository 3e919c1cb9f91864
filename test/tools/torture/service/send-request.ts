import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
  /** Each history has an address of its own, so that the failures of one do not throttle the others. */
  readonly from: string;
  readonly timeoutMs: number;
}

export type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: AnswerBody }
  /** Nobody listened: it was never asked. */
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'unknown' };

/** Each of the endpoints that are asked here answers a part of it. */
export interface AnswerBody {
  readonly token?: string;
  readonly code?: string;
  readonly data?: {
    readonly version?: number;
    readonly content?: string;
    readonly latestVersion?: number;
    readonly labels?: Readonly<Record<string, number>>;
    readonly prompts?: readonly ExportedPrompt[];
  };
}

export interface ExportedPrompt {
  readonly name: string;
  readonly versions: readonly { readonly version: number; readonly content: string }[];
}

const agent = new Agent({ keepAlive: true });

/** Exactly once on the wire: unlike fetch, node:http never sends anything a second time by itself. */
export async function ask(url: string, question: Question): Promise<Answer> {
  const received = await exchange(url, question).catch((error: NodeJS.ErrnoException) => error);
  if (received instanceof Error) return { kind: received.code === 'ECONNREFUSED' ? 'not-sent' : 'unknown' };
  const { status, body } = received;
  // It says that the outcome cannot be known, or that the storage cannot be asked.
  if (status === 503) return { kind: 'unknown' };
  return { kind: 'answered', status, body: JSON.parse(body) };
}

function exchange(url: string, { method, path, key, body, from, timeoutMs }: Question) {
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(content),
    'x-forwarded-for': from,
  };
  const options = { agent, method, headers, signal: AbortSignal.timeout(timeoutMs) };
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(`${url}${path}`, options, (response) => {
      text(response).then((received) => resolve({ status: response.statusCode ?? 0, body: received }), reject);
    })
      .on('error', reject)
      .end(content);
  });
}
