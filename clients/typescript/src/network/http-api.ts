import { parseJson } from '../../../../src/domain/text/parse-json.ts';
import { PromptholdError, Unauthorized, Unavailable } from '../errors.ts';
import type { Settings } from '../options/read-options.ts';
import { VERSION } from '../version.ts';
import type { KeyHolder } from './key-holder.ts';
import { rejectWhen } from './reject-when.ts';

export interface ApiRequest {
  readonly method?: 'GET' | 'PUT';
  /** Path below the URL of the service. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Time limit of everything: getting the key, a second attempt with another key, and reading the response. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed; undefined when it is no JSON. */
  readonly body: unknown;
  /** How many keys had been rejected when the request began. */
  readonly rejections: number;
}

/** Sends requests with the key. */
export class HttpApi {
  readonly #settings: Pick<Settings, 'url' | 'fetch' | 'clientName'>;
  readonly #keys: KeyHolder;

  constructor(settings: Pick<Settings, 'url' | 'fetch' | 'clientName'>, keys: KeyHolder) {
    this.#settings = settings;
    this.#keys = keys;
  }

  /**
   * Returns any response but 401 and redirects, which are thrown like network errors and timeouts. After a 401, repeats
   * the request once if there is another key by now.
   */
  async send(request: ApiRequest): Promise<ApiResponse> {
    const { timeoutMs, signal } = request;
    signal?.throwIfAborted();
    const controller = new AbortController();
    // A fetch function of the application may ignore the signal, and its function for the key may hang.
    const ending = rejectWhen(signal, timeoutMs, () => this.#timedOut(timeoutMs));
    try {
      return await Promise.race([this.#sendWithKey(request, controller.signal), ending.promise]);
    } finally {
      ending.cancel();
      controller.abort();
    }
  }

  /** If no key is given, uses the current one, and another one if that is rejected. */
  async #sendWithKey(request: ApiRequest, signal: AbortSignal, given?: string): Promise<ApiResponse> {
    const key = given ?? (await this.#keys.current());
    const response = await this.#fetch(request, key, signal);
    if (response.status !== 401) {
      if (isAccepted(response.status)) this.#keys.accept(key, response.rejections);
      return this.#check(response);
    }
    this.#keys.reject(key);
    const other = given === undefined && !signal.aborted ? await this.#keys.replace(key) : undefined;
    if (other !== undefined) return this.#sendWithKey(request, signal, other);
    throw new Unauthorized('unauthorized', `${this.#settings.url} does not accept the key.`, { status: 401 });
  }

  async #fetch(request: ApiRequest, key: string, signal: AbortSignal): Promise<ApiResponse> {
    const { method = 'GET', path, headers = {}, json } = request;
    const { rejections } = this.#keys;
    try {
      const response = await this.#settings.fetch(`${this.#settings.url}${path}`, {
        method,
        headers: {
          ...requestHeaders(key, this.#settings.clientName),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        // The key goes to no other host.
        redirect: 'manual',
        signal,
      });
      return { status: response.status, headers: response.headers, body: parseBody(await response.text()), rejections };
    } catch (error) {
      throw new Unavailable('unreachable', `${this.#settings.url} cannot be reached (${describeFetchError(error)}).`);
    }
  }

  #check(response: ApiResponse): ApiResponse {
    const { status, headers } = response;
    // A redirect that is hidden from programs has the status 0.
    if ((status < 300 && status !== 0) || status >= 400 || status === 304) return response;
    const target = originOf(headers.get('Location'), this.#settings.url);
    const message = `${this.#settings.url} redirects to ${target}. Set that as url: the key is sent to no other host.`;
    throw new PromptholdError('redirected', message, { status });
  }

  #timedOut(timeoutMs: number): Unavailable {
    return new Unavailable('timeout', `${this.#settings.url} did not respond within ${timeoutMs} ms.`);
  }
}

const isAccepted = (status: number): boolean => (status >= 200 && status < 300) || status === 304;

export const requestHeaders = (key: string, clientName: string | undefined): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  Accept: 'application/json',
  'User-Agent': `prompthold-client/${VERSION}`,
  ...(clientName === undefined ? {} : { 'X-Client-Name': clientName }),
});

/** Leaves out the rest of the address, which may contain secrets. */
function originOf(location: string | null, base: string): string {
  return location !== null && URL.canParse(location, base) ? new URL(location, base).origin : 'another address';
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** A code such as ECONNREFUSED, or a name. Never a message of an unknown error, which may contain anything. */
function describeFetchError(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  return cause instanceof Error ? cause.name : 'unknown error';
}
