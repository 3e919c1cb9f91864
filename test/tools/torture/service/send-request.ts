import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { StoredMove } from '../checker/check-feed.ts';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly key?: string;
  /** Of a session of the dashboard. */
  readonly cookie?: string;
  readonly body?: unknown;
  /** Each history has its own client address, so that its failures do not throttle the others. */
  readonly from: string;
  readonly timeoutMs: number;
  /** The body is sent when this resolves; the head is sent before. */
  readonly beforeBody?: () => Promise<void>;
}

export type RequestResult =
  | {
      readonly kind: 'responded';
      readonly status: number;
      readonly body: ResponseBody;
      /** That the response sets, if any. */
      readonly cookie: string | undefined;
    }
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
    readonly text?: string;
    readonly fingerprint?: string;
    readonly latestVersion?: number;
    /** Where each label of a prompt points, or the protected labels. */
    readonly labels?: Readonly<Record<string, number>> | readonly string[];
    readonly prompts?: readonly ExportedPrompt[];
  };
}

export interface ExportedPrompt {
  readonly name: string;
  readonly versions: readonly { readonly version: number; readonly content: string; readonly hash: string }[];
  readonly history: readonly ExportedMove[];
}

interface ExportedMove extends StoredMove {
  readonly fingerprint?: string;
  readonly locks?: readonly { readonly lock: ExportedLock | null }[];
}

interface ExportedLock {
  readonly fingerprint: string;
  readonly includes: readonly { readonly version: number }[];
}

const agent = new Agent({ keepAlive: true });

/** Sends the request exactly once: unlike fetch, node:http never retries by itself. */
export async function sendRequest(url: string, request: ServiceRequest): Promise<RequestResult> {
  const received = await exchange(url, request).catch((error: NodeJS.ErrnoException) => error);
  if (received instanceof Error) return { kind: received.code === 'ECONNREFUSED' ? 'not-sent' : 'unknown' };
  const { status, body, cookie } = received;
  // 503: the outcome is unknown, or the storage is unavailable.
  if (status === 503) return { kind: 'unknown' };
  return { kind: 'responded', status, body: JSON.parse(body), cookie };
}

function exchange(url: string, { method, path, key, cookie, body, from, timeoutMs, beforeBody }: ServiceRequest) {
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(content),
    'x-forwarded-for': from,
    // The dashboard accepts changes only from its own pages.
    'sec-fetch-site': 'same-origin',
    ...(cookie === undefined ? {} : { cookie }),
  };
  const options = { agent, method, headers, signal: AbortSignal.timeout(timeoutMs) };
  return new Promise<{ status: number; body: string; cookie: string | undefined }>((resolve, reject) => {
    const sent = request(`${url}${path}`, options, (response) => {
      const [set] = response.headers['set-cookie'] ?? [];
      const received = { status: response.statusCode ?? 0, cookie: set?.split(';', 1)[0] };
      text(response).then((body) => resolve({ ...received, body }), reject);
    }).on('error', reject);
    if (beforeBody) {
      sent.flushHeaders();
      beforeBody().then(() => sent.end(content), reject);
    } else sent.end(content);
  });
}
