import type { z } from 'zod';
import { parseJson } from '../../../../../../domain/text/parse-json.ts';
import { strongEtag } from '../../../../../text/strong-etag.ts';
import type { errorResponse } from '../../../../http/response/respond-rejection.ts';
import { dashboardUrl } from '../../start/base-address.ts';

/** Partial: 401 has no code, and a proxy may respond with anything. */
type ProblemBody = Partial<z.infer<typeof errorResponse>>;

const OUTAGE_STATUSES: readonly number[] = [0, 502, 503, 504];

/** An error response, or no response at all (status 0). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly status: number,
    readonly body: ProblemBody,
    readonly requestId: string | null,
    /** Seconds from `Retry-After`, if the server sends it. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(body.error ?? 'No response');
  }

  /** Whether the request may succeed later, without any change: proxies report 502 and 504 for a service that is down. */
  get isOutage(): boolean {
    return OUTAGE_STATUSES.includes(this.status);
  }

  get code(): string {
    return this.body.code ?? (this.status === 401 ? 'unauthorized' : 'no_response');
  }

  /** The server's complaint about one field. */
  fieldProblem(path: string): string | undefined {
    const detail = this.body.details?.find((each) => each.path === path);
    return detail && describeField(detail);
  }
}

/** The sentence of a problem beside its field, which says which one it is about. */
export function describeField({ path, message }: { readonly path: string; readonly message: string }): string {
  const subject = `Field ${path} `;
  return message.startsWith(subject) ? message.slice(subject.length).replace(/\.$/, '') : message;
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls `/dashboard/api` and resolves to the response body (undefined for 204). Throws `ApiProblem` otherwise. */
export async function request<Body>(path: string, options?: RequestOptions): Promise<Body> {
  return (await requestWithEtag<Body>(path, options)).body;
}

interface TextRequest {
  readonly text: string;
  readonly type: string;
  readonly query: NonNullable<RequestOptions['query']>;
}

/** Sends a text as it is, and resolves to the text of the response. */
export async function requestText(path: string, { text, type, query }: TextRequest): Promise<string> {
  const response = await send(path, { method: 'POST', query, headers: { 'Content-Type': type }, text });
  if (!response.ok) throw await problemFrom(response);
  return response.text();
}

interface TaggedResponse<Body> {
  readonly body: Body;
  readonly etag: string;
}

/** Like `request`, with the `ETag` to send back in `If-Match`. */
export async function requestWithEtag<Body>(path: string, options: RequestOptions = {}): Promise<TaggedResponse<Body>> {
  const response = await send(path, options);
  if (!response.ok) throw await problemFrom(response);
  const body = response.status === 204 ? (undefined as Body) : (parseJson(await response.text()) as Body);
  return { body, etag: strongEtag(response.headers.get('ETag')) };
}

async function send(
  path: string,
  { method = 'GET', query = {}, body, text, headers, signal }: RequestOptions & { readonly text?: string },
) {
  const url = new URL(`api/${path}`, dashboardUrl);
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') url.searchParams.append(name, String(one));
    }
  }
  return fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(text === undefined ? {} : { body: text }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiProblem(0, { error: 'The service did not respond' }, null, null);
  });
}

async function problemFrom(response: Response): Promise<ApiProblem> {
  const body: ProblemBody = await response.json().catch(() => ({ error: response.statusText }));
  const wait = Number(response.headers.get('Retry-After'));
  return new ApiProblem(response.status, body, response.headers.get('X-Request-Id'), wait > 0 ? wait : null);
}
