import type { KeyHolder } from './key-holder.ts';
import { rejectWhen, type StopSignal } from './reject-when.ts';

/** A service, and how one of its clients talks to it. */
export interface Service<Body> {
  /** URL without a slash at its end; it may have a path. */
  readonly url: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Headers of every request with this key. */
  readonly toHeaders: (key: string) => Readonly<Record<string, string>>;
  readonly readBody: (response: Response) => Promise<Body>;
  /** The error that this client throws. */
  readonly toError: (failure: Failure) => Error;
}

/** Why there is no response that a client could use. */
export type Failure =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string | null }
  | { readonly kind: 'unreachable'; readonly error: unknown };

export interface ApiRequest extends Pick<RequestInit, 'method' | 'body'> {
  /** Path below the URL of the service. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TimedRequest extends ApiRequest {
  /** Time limit of everything: getting the key, a second attempt with another key, and reading the response. */
  readonly timeoutMs: number;
  readonly signal?: StopSignal | undefined;
}

export interface ApiResponse<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** How many keys had been rejected when the request began. */
  readonly rejections: number;
}

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends requests with the key: for the package of applications, the command line, and the bridge for MCP clients. */
export class ApiConnection<Body> {
  readonly #service: Service<Body>;
  readonly #keys: KeyHolder;

  constructor(service: Service<Body>, keys: KeyHolder) {
    this.#service = service;
    this.#keys = keys;
  }

  /** Returns any response but 401 and redirects, which are thrown like network errors and timeouts. */
  async send({ timeoutMs, signal, ...request }: TimedRequest): Promise<ApiResponse<Body>> {
    const { readBody, toError } = this.#service;
    signal?.throwIfAborted();
    const controller = new AbortController();
    // A fetch function of the application may ignore the signal, and its function for the key may hang.
    const ending = rejectWhen(signal, timeoutMs, () => toError({ kind: 'timeout', timeoutMs }));
    try {
      return await Promise.race([this.exchange(request, controller.signal, readBody), ending.promise]);
    } finally {
      ending.cancel();
      controller.abort();
    }
  }

  /**
   * Like `send`, without a time limit, for a caller that reads the body in its own way. After a 401, repeats the request
   * once if there is another key by now.
   */
  async exchange<Content>(
    request: ApiRequest,
    signal: AbortSignal,
    readBody: (response: Response) => Promise<Content>,
    given?: string,
  ): Promise<ApiResponse<Content>> {
    const { toError } = this.#service;
    const key = given ?? (await this.#keys.current());
    const response = await this.#fetch(request, key, signal, readBody);
    const { status, headers, rejections } = response;
    if (status === 401) {
      this.#keys.reject(key);
      const other = given === undefined && !signal.aborted ? await this.#keys.replace(key) : undefined;
      if (other !== undefined) return this.exchange(request, signal, readBody, other);
      throw toError({ kind: 'unauthorized' });
    }
    // A redirect that is hidden from programs has the status 0.
    if (status === 0 || (status >= 300 && status < 400 && status !== 304)) {
      throw toError({ kind: 'redirected', status, location: headers.get('Location') });
    }
    if (status < 400) this.#keys.accept(key, rejections);
    return response;
  }

  async #fetch<Content>(
    { path, headers, ...init }: ApiRequest,
    key: string,
    signal: AbortSignal,
    readBody: (response: Response) => Promise<Content>,
  ): Promise<ApiResponse<Content>> {
    const { url, fetch, toHeaders, toError } = this.#service;
    const { rejections } = this.#keys;
    try {
      const response = await fetch(`${url}${path}`, {
        method: 'GET',
        ...init,
        headers: { ...toHeaders(key), ...headers },
        // The key goes to no other host.
        redirect: 'manual',
        signal,
      });
      return { status: response.status, headers: response.headers, body: await readBody(response), rejections };
    } catch (error) {
      throw toError({ kind: 'unreachable', error });
    }
  }
}
