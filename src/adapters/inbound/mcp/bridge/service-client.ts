import type { z } from 'zod';
import type { ApiKey } from '../../../../domain/accounts/api-key.ts';
import { parseJson } from '../../../../domain/text/parse-json.ts';
import { RequestFailure } from '../access/request-failure.ts';
import { errorBody } from './service-responses.ts';

/** The key of an account, which may be replaced while the bridge runs. */
export interface KeySource {
  current(): ApiKey;
  /** Reads the key again from where it came from. Returns the previous one if there is no other. */
  reload(): ApiKey;
}

/** The service whose prompts the bridge serves. */
export interface ServiceAccess {
  /** URL without a trailing slash; it may have a path. */
  readonly url: string;
  readonly keys: KeySource;
  /** Name under which the service lists the bridge among its callers. */
  readonly clientName: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export interface ServiceResponse {
  readonly status: number;
  readonly etag: string | null;
  readonly text: string;
}

interface ServiceRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

/** The service gives up after 4 seconds; the rest is for the network. */
const TIMEOUT_MS = 10_000;
/** A page of prompts with their content has about 4 MiB. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Calls the HTTP API of a service. Every method rejects with RequestFailure: with a status of 500 or more if the service
 * cannot be used, because of its key too, which is no fault of the MCP client.
 */
export class ServiceClient {
  #isOutageNoticed = false;

  constructor(private readonly access: ServiceAccess) {}

  get url(): string {
    return this.access.url;
  }

  /** Whether a request could not be served since the last call of this method. */
  takeOutage(): boolean {
    const isNoticed = this.#isOutageNoticed;
    this.#isOutageNoticed = false;
    return isNoticed;
  }

  /** Reads the key again, and returns whether it is another one than that. */
  hasOtherKey(refused: ApiKey): boolean {
    return this.access.keys.reload().reveal() !== refused.reveal();
  }

  get key(): ApiKey {
    return this.access.keys.current();
  }

  /** The body of a successful response. */
  async read<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    request: ServiceRequest = {},
  ): Promise<z.output<Schema>> {
    const response = await this.request(path, request);
    if (response.status >= 300) throw this.rejected(response);
    return this.parse(schema, response.text);
  }

  /** Any response that the service sends to a valid key. */
  async request(path: string, { method = 'GET', headers = {}, json }: ServiceRequest = {}): Promise<ServiceResponse> {
    const init = {
      method,
      headers: { accept: 'application/json', ...headers, ...(json !== undefined && JSON_CONTENT) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    };
    try {
      const response = await this.open(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const { status } = response;
      const text = await this.#readText(response);
      if (status >= 500) throw this.#unavailable(status, text);
      return { status, etag: response.headers.get('etag'), text };
    } catch (error) {
      const failure = this.toFailure(error);
      if (failure.status >= 500) this.#isOutageNoticed = true;
      throw failure;
    }
  }

  /** A response of which only the head was read. If the key is refused, it is read again. */
  async open(path: string, init: RequestInit): Promise<Response> {
    const used = this.key;
    let response = await this.#send(path, init, used);
    if (response.status === 401 && this.hasOtherKey(used)) {
      await response.body?.cancel();
      response = await this.#send(path, init, this.key);
    }
    const { status } = response;
    // A 304 is no redirect.
    const isRedirect = status >= 300 && status < 400 && status !== 304;
    if (status !== 401 && !isRedirect) return response;
    await response.body?.cancel();
    throw status === 401 ? this.#unauthorized() : this.#redirected(response.headers.get('location'));
  }

  parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
    return this.check(schema, toJson(text));
  }

  check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw this.#unexpected();
  }

  /** The failure that a response reports. */
  rejected({ status, text }: ServiceResponse): RequestFailure {
    const body = errorBody.safeParse(toJson(text)).data;
    // A service that does not know the address is not where it is looked for, or too old.
    return body && body.code !== 'not_found' ? new RequestFailure(status, body) : this.#unexpected(status);
  }

  /** Maps the error of a broken connection to the failure to report. */
  toFailure(error: unknown): RequestFailure {
    if (error instanceof RequestFailure) return error;
    return fail('unreachable', `${this.url} cannot be reached: ${describeReason(error)}.`);
  }

  async #send(path: string, init: RequestInit, key: ApiKey): Promise<Response> {
    const { url, clientName, fetch } = this.access;
    const headers = { ...init.headers, authorization: `Bearer ${key.reveal()}`, 'x-client-name': clientName };
    try {
      return await fetch(url + path, { ...init, headers, redirect: 'manual' });
    } catch (error) {
      throw this.toFailure(error);
    }
  }

  /** Like `response.text()`, but stops reading an endless body. */
  async #readText({ body }: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > RESPONSE_BYTES_MAX) throw this.#unexpected();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  #unauthorized(): RequestFailure {
    return fail(
      'unauthorized',
      `${this.url} does not accept the key: is it the key of an account there? A key that was reset is dead.`,
    );
  }

  #unavailable(status: number, text: string): RequestFailure {
    const body = errorBody.safeParse(toJson(text)).data;
    const reason = body ? `: ${body.error}` : '. Try again later.';
    return fail(body?.code ?? 'unavailable', `${this.url} is unavailable (HTTP ${status})${reason}`);
  }

  #redirected(location: string | null): RequestFailure {
    return fail('redirected', `${this.url} redirects to ${location ?? 'nowhere'}: is this where the service is?`);
  }

  #unexpected(status?: number): RequestFailure {
    const shown = status === undefined ? '' : ` (HTTP ${status})`;
    const hint = this.url.endsWith('/mcp') ? ' It is that of the service, without /mcp.' : '';
    const error = `${this.url} does not respond like Prompthold${shown}: is the URL right?${hint}`;
    return fail('unexpected_response', error);
  }
}

const JSON_CONTENT = { 'content-type': 'application/json' };

const fail = (code: string, error: string): RequestFailure => new RequestFailure(503, { error, code });

function toJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** `fetch` reports only that it failed; the reason is in its cause. */
function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} s`;
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
  return error.message;
}
