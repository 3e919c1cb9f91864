import { retryWhileHashing } from '../../../support/service/retry-while-hashing.ts';
import { findDeviation } from '../../http/support/documented-responses.ts';
import type { TwoServices } from '../../http/support/two-services.ts';

export interface DashboardResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

interface Call {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the dashboard API like a browser: it stores the cookie and sends the Origin header. */
export class DashboardClient {
  cookie: string | undefined;

  constructor(private readonly url: string) {}

  /** The same browser session on another instance. */
  at(url: string): DashboardClient {
    const client = new DashboardClient(url);
    client.cookie = this.cookie;
    return client;
  }

  async call(method: string, path: string, { json, headers = {} }: Call = {}): Promise<DashboardResponse> {
    const response = await fetch(new URL(`/dashboard/api/${path}`, this.url), {
      method,
      headers: {
        Origin: this.url,
        ...(this.cookie === undefined ? {} : { Cookie: this.cookie }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.cookie = /Max-Age=0\b/.test(set) ? undefined : set.split(';', 1)[0];
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const type = response.headers.get('Content-Type') ?? '';
    // Checks every response of every test against the operation that it belongs to.
    const problem = findDeviation(method, `/dashboard/api/${path}`, { status: response.status, type, body });
    if (problem !== undefined) throw new Error(problem);
    return { status: response.status, headers: response.headers, body };
  }

  get(path: string): Promise<DashboardResponse> {
    return this.call('GET', path);
  }

  /** With `from`, the request looks as if a trusted proxy forwarded it for that address. */
  signIn({ email, password }: { email: string; password: string }, from?: string): Promise<DashboardResponse> {
    const headers = from === undefined ? {} : { 'X-Forwarded-For': from };
    return this.call('POST', 'session', { json: { email, password }, headers });
  }

  async reveal(): Promise<string> {
    return (await this.read<{ readonly token: string }>('key/reveal', 'POST')).token;
  }

  /** The data that the response must contain, which `call` has checked against the operation. */
  async read<Data>(path: string, method = 'GET', json?: unknown): Promise<Data> {
    const { status, body } = await this.call(method, path, { json });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return (body as { readonly data: Data }).data;
  }
}

/** Returns a client that is signed in. */
export async function signInClient(url: string, owner: { email: string; password: string }): Promise<DashboardClient> {
  const client = new DashboardClient(url);
  const { status } = await retryWhileHashing(() => client.signIn(owner));
  if (status !== 200) throw new Error(`sign-in failed with status ${status}`);
  return client;
}

/** Opens an account, whose owner signs in at the first service. */
export async function openSession({ first }: TwoServices) {
  const owner = await first.openAccount();
  return { owner, client: await signInClient(first.url, owner) };
}
