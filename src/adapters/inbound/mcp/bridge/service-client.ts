import type { z } from 'zod';
import {
  type ApiConnection,
  type ApiResponse,
  type Failure,
  JSON_TYPE,
} from '../../../../../clients/typescript/src/network/api-connection.ts';
import { KeyHolder } from '../../../../../clients/typescript/src/network/key-holder.ts';
import {
  connectLimited,
  describeCause,
  type LimitedBody,
} from '../../../../../clients/typescript/src/network/limited-connection.ts';
import { RequestFailure } from '../access/request-failure.ts';
import { errorBody } from './service-responses.ts';

/** The service whose prompts the bridge serves. */
export interface ServiceAccess {
  /** URL without a trailing slash; it may have a path. */
  readonly url: string;
  /** Reads the key from where it is stored, at first and whenever the service refuses it. */
  readonly readKey: () => Promise<string>;
  /** Name under which the service lists the bridge among its callers. */
  readonly clientName: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export type ServiceResponse = ApiResponse<LimitedBody>;

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
  readonly url: string;
  readonly keys: KeyHolder;
  readonly #connection: ApiConnection<LimitedBody>;
  #isOutageNoticed = false;

  constructor({ readKey, ...access }: ServiceAccess) {
    this.url = access.url;
    this.keys = new KeyHolder(readKey);
    this.#connection = connectLimited({
      ...access,
      keys: this.keys,
      bodyBytesMax: RESPONSE_BYTES_MAX,
      toEndlessError: () => this.#unexpected(),
      toError: (failure) => this.#explain(failure),
    });
  }

  /** Whether a request could not be served since the last call of this method. */
  takeOutage(): boolean {
    const isNoticed = this.#isOutageNoticed;
    this.#isOutageNoticed = false;
    return isNoticed;
  }

  /** The body of a successful response. */
  async read<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    request: ServiceRequest = {},
  ): Promise<z.output<Schema>> {
    const response = await this.request(path, request);
    if (response.status >= 300) throw this.rejected(response);
    return this.check(schema, response.body.json);
  }

  /** Any response that the service sends to a valid key. */
  async request(path: string, { json, headers, ...request }: ServiceRequest = {}): Promise<ServiceResponse> {
    const hasBody = json !== undefined;
    const sent = { headers: { ...(hasBody && JSON_TYPE), ...headers }, ...(hasBody && { body: JSON.stringify(json) }) };
    try {
      const response = await this.#connection.send({ ...request, ...sent, path, timeoutMs: TIMEOUT_MS });
      if (response.status >= 500) throw this.#unavailable(response);
      return response;
    } catch (error) {
      const failure = this.toFailure(error);
      if (failure.status >= 500) this.#isOutageNoticed = true;
      throw failure;
    }
  }

  /** The events of the service as they arrive; undefined if it sends something else. */
  async openEvents(lastId: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined> {
    const headers = { accept: EVENT_STREAM, ...(lastId !== '' && { 'last-event-id': lastId }) };
    const { status, body } = await this.#connection.exchange({ path: '/api/events', headers }, signal, readEvents);
    if (status >= 500) throw fail('unavailable', `${this.url} is unavailable (HTTP ${status}).`);
    return body;
  }

  check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw this.#unexpected();
  }

  /** The failure that a response reports. */
  rejected({ status, body: { json } }: ServiceResponse): RequestFailure {
    const body = errorBody.safeParse(json).data;
    // A service that does not know the address is not where it is looked for, or too old.
    return body && body.code !== 'not_found' ? new RequestFailure(status, body) : this.#unexpected(status);
  }

  /** Maps the error of a broken connection to the failure to report. */
  toFailure(error: unknown): RequestFailure {
    return error instanceof RequestFailure ? error : this.#unreachable(describeCause(error));
  }

  #explain(failure: Failure): RequestFailure {
    switch (failure.kind) {
      case 'unauthorized':
        return fail(
          'unauthorized',
          `${this.url} does not accept the key: is it the key of an account there? A key that was reset is dead.`,
        );
      case 'redirected': {
        const { location } = failure;
        return fail('redirected', `${this.url} redirects to ${location ?? 'nowhere'}: is this where the service is?`);
      }
      case 'timeout':
        return this.#unreachable(`no response within ${failure.timeoutMs / 1000} s`);
      case 'unreachable':
        return this.toFailure(failure.error);
    }
  }

  #unreachable(reason: string): RequestFailure {
    return fail('unreachable', `${this.url} cannot be reached: ${reason}.`);
  }

  #unavailable({ status, body: { json } }: ServiceResponse): RequestFailure {
    const body = errorBody.safeParse(json).data;
    const reason = body ? `: ${body.error}` : '. Try again later.';
    return fail(body?.code ?? 'unavailable', `${this.url} is unavailable (HTTP ${status})${reason}`);
  }

  #unexpected(status?: number): RequestFailure {
    const shown = status === undefined ? '' : ` (HTTP ${status})`;
    const hint = this.url.endsWith('/mcp') ? ' It is that of the service, without /mcp.' : '';
    const error = `${this.url} does not respond like Prompthold${shown}: is the URL right?${hint}`;
    return fail('unexpected_response', error);
  }
}

const EVENT_STREAM = 'text/event-stream';

async function readEvents({ status, headers, body }: Response): Promise<AsyncIterable<Uint8Array> | undefined> {
  if (status === 200 && body && headers.get('content-type')?.startsWith(EVENT_STREAM)) return body;
  await body?.cancel();
  return undefined;
}

const fail = (code: string, error: string): RequestFailure => new RequestFailure(503, { error, code });
