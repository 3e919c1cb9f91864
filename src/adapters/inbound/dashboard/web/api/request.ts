import { parseJson } from '../../../../../domain/text/parse-json.ts';
import { dashboardUrl } from '../start/base-address.ts';

interface ProblemBody {
  readonly error?: string;
  readonly code?: string;
  readonly details?: readonly { readonly path: string; readonly problem: string }[];
  readonly requestId?: string;
}

/** An answer that is no success, or no answer at all (status 0). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly status: number,
    readonly body: ProblemBody,
    readonly requestId: string | null,
    /** How long to wait before trying again, where the server says so. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(body.error ?? 'No answer');
  }

  get code(): string {
    return this.body.code ?? (this.status === 401 ? 'unauthorized' : 'no_answer');
  }

  /** What the server found wrong with one field. */
  problemOf(path: string): string | undefined {
    return this.body.details?.find((detail) => detail.path === path)?.problem;
  }
}

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls `/dashboard/api`. Resolves to the body of a success (undefined where there is none), else throws ApiProblem. */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', query = {}, body, headers, signal } = options;
  const url = new URL(`api/${path}`, dashboardUrl);
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') url.searchParams.append(name, String(one));
    }
  }
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiProblem(0, { error: 'The service did not answer' }, null, null);
  });
  if (!response.ok) throw await problemFrom(response);
  return response.status === 204 ? (undefined as Answer) : (parseJson(await response.text()) as Answer);
}

async function problemFrom(response: Response): Promise<ApiProblem> {
  const body: ProblemBody = await response.json().catch(() => ({ error: response.statusText }));
  const wait = Number(response.headers.get('Retry-After'));
  return new ApiProblem(response.status, body, response.headers.get('X-Request-Id'), wait > 0 ? wait : null);
}
