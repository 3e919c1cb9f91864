import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
  /** Each history has its own client address, so that its failures do not throttle the others. */
  readonly from: string;
  readonly timeoutMs: number;
}

export type RequestResult =
  | { readonly kind: 'responded'; readonly status: number; readonly body: ResponseBody }
  /** Connection refused: the request never reached a service. */
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'unknown' };

/** The union of the response bodies; each endpoint returns some of these fields. */
export interface ResponseBody {
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

/** Sends the request exactly once: unlike fetch, node:http never retries by itself. */
export async function sendRequest(url: string, request: ServiceRequest): Promise<RequestResult> {
  const received = await exchange(url, request).catch((error: NodeJS.ErrnoException) => error);
  if (received instanceof Error) return { kind: received.code === 'ECONNREFUSED' ? 'not-sent' : 'unknown' };
  const { status, body } = received;
  // 503: the outcome is unknown, or the storage is unavailable.
  if (status === 503) return { kind: 'unknown' };
  return { kind: 'responded', status, body: JSON.parse(body) };
}

function exchange(url: string, { method, path, key, body, from, timeoutMs }: ServiceRequest) {
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
