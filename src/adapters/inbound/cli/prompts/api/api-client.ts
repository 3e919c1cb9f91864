import { z } from 'zod';
import { parseJson } from '../../../../../domain/text/parse-json.ts';
import type { ApiAccess } from '../../host/command-services.ts';
import { ApiFailure, describeRefusal, refusal } from './api-failure.ts';

export interface ApiResponse {
  readonly status: number;
  readonly location: string | null;
  readonly etag: string | null;
  /** Undefined when it was no JSON. */
  readonly body: unknown;
  readonly text: string;
  /** The size of the body. */
  readonly bytes: number;
}

/** Limits beyond which a service counts as endless: far more than an account's quotas allow. */
export interface ListLimits {
  readonly pages: number;
  /** Size of one response, of any kind. */
  readonly responseBytes: number;
  /** Size of all pages together, which are held in memory. */
  readonly totalBytes: number;
  readonly totalMs: number;
}

/** The content of a response: as it was sent, for `--json`, and the fields that a command prints to people. */
export interface ApiData<Data> {
  readonly raw: unknown;
  readonly data: Data;
}

const MIB = 1024 * 1024;
const LIST_LIMITS: ListLimits = {
  pages: 20_000,
  responseBytes: 128 * MIB,
  totalBytes: 1024 * MIB,
  totalMs: 30 * 60 * 1000,
};

/** The service gives up after 4 seconds; the rest is for the way there and back. */
const TIMEOUT_MS = 30_000;
const UNAVAILABLE_STATUSES: readonly number[] = [502, 503, 504];
const SUCCESSES: readonly number[] = [200, 201];

const withData = z.object({ data: z.unknown() });
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() });

/** Calls the HTTP API of a service with the key of an account. Every method may throw ApiFailure. */
export class ApiClient {
  constructor(
    private readonly access: ApiAccess,
    private readonly limits: ListLimits = LIST_LIMITS,
  ) {}

  /** The content of a successful response. */
  async read<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    init: RequestInit = {},
  ): Promise<ApiData<z.output<Schema>>> {
    const response = await this.call(path, init);
    if (!SUCCESSES.includes(response.status)) throw this.unexpected(response);
    const raw = this.parse(withData, response).data;
    return { raw, data: this.parse(schema, { ...response, body: raw }) };
  }

  /** Sends JSON and returns the content of a successful response. */
  send<Schema extends z.ZodType>(schema: Schema, method: 'POST' | 'PUT', path: string, body: object) {
    const headers = { 'content-type': 'application/json' };
    return this.read(schema, path, { method, headers, body: JSON.stringify(body) });
  }

  /** The pages of a list, until there are no more. */
  async *pages<Item extends z.ZodType>(item: Item, path: string, query: URLSearchParams) {
    const schema = pageOf(item);
    const cursors = new Set<string>();
    const deadline = performance.now() + this.limits.totalMs;
    let bytes = 0;
    while (cursors.size < this.limits.pages) {
      const response = await this.call(`${path}?${query}`, { method: 'GET' });
      if (response.status !== 200) throw this.unexpected(response);
      const { data, nextCursor } = this.parse(schema, response);
      bytes += response.bytes;
      if (bytes > this.limits.totalBytes) throw this.#endless(`more than ${inMib(this.limits.totalBytes)} of prompts`);
      yield { data, raw: rawItems(response) };
      if (nextCursor === null) return;
      if (cursors.has(nextCursor)) throw new ApiFailure(1, `${this.access.url} sends the same page over and over.`);
      if (performance.now() > deadline) throw this.#endless(`prompts for more than ${this.limits.totalMs / 1000} s`);
      cursors.add(nextCursor);
      query.set('cursor', nextCursor);
    }
    throw this.#endless(`more than ${this.limits.pages} pages`);
  }

  /** Any response but those that make every further call pointless: wrong key, wrong address, or no service there. */
  async call(path: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<ApiResponse> {
    const { url, key, clientName } = this.access;
    const headers = {
      ...init.headers,
      authorization: `Bearer ${key.reveal()}`,
      accept: 'application/json',
      'x-client-name': clientName,
    };
    const response = await this.#fetch(url + path, { ...init, headers, redirect: 'manual' }, timeoutMs);
    const { status, location } = response;
    if (status === 401) {
      const sentence = `${url} does not accept the key: is PROMPTHOLD_KEY the key of an account there?`;
      throw new ApiFailure(1, sentence, { code: 'unauthorized', status });
    }
    if (UNAVAILABLE_STATUSES.includes(status)) throw this.#unavailable(response);
    if (status >= 300 && status < 400) {
      const sentence = `${url} redirects to ${location ?? 'nowhere'}: set PROMPTHOLD_URL to where the service is.`;
      throw new ApiFailure(1, sentence, { code: 'redirected', status });
    }
    return response;
  }

  parse<Schema extends z.ZodType>(schema: Schema, response: ApiResponse): z.output<Schema> {
    const parsed = schema.safeParse(response.body);
    if (parsed.success) return parsed.data;
    throw this.unexpected(response);
  }

  /** Builds the failure to throw for an unexpected response. */
  unexpected({ status, body }: ApiResponse): ApiFailure {
    const problem = status >= 400 ? refusal.safeParse(body).data : undefined;
    // Every error of the service but a 401 has a code; one without comes from another program.
    if (problem?.code !== undefined) return new ApiFailure(1, describeRefusal(problem), { ...problem, status });
    return new ApiFailure(
      1,
      `${this.access.url} does not respond like Prompthold (HTTP ${status}): is PROMPTHOLD_URL right?`,
      { code: 'unexpected_response', status },
    );
  }

  #unavailable({ status, body }: ApiResponse): ApiFailure {
    const problem = refusal.safeParse(body).data;
    const reason = problem ? `: ${describeRefusal(problem)}` : '; try again later.';
    const fields = { code: 'unavailable', ...problem, status };
    return new ApiFailure(69, `${this.access.url} is unavailable (HTTP ${status})${reason}`, fields);
  }

  #endless(what: string): ApiFailure {
    return new ApiFailure(1, `${this.access.url} sends ${what}: is PROMPTHOLD_URL right?`);
  }

  async #fetch(url: string, init: RequestInit, timeoutMs: number): Promise<ApiResponse> {
    try {
      const response = await this.access.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const { status, headers } = response;
      const text = await this.#readText(response);
      const bytes = Buffer.byteLength(text);
      const head = { status, location: headers.get('location'), etag: headers.get('etag') };
      return { ...head, body: jsonOf(text), text, bytes };
    } catch (error) {
      if (error instanceof ApiFailure) throw error;
      throw new ApiFailure(69, `${this.access.url} cannot be reached: ${reasonOf(error, timeoutMs)}.`, {
        code: 'unreachable',
      });
    }
  }

  /** Like `response.text()`, but stops reading an endless body. */
  async #readText({ body }: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > this.limits.responseBytes) {
        throw this.#endless(`more than ${inMib(this.limits.responseBytes)} in one response`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

const inMib = (bytes: number): string => `${bytes / MIB} MiB`;

/** The items as they were sent: schemas drop the fields that they do not know. */
const rawItems = ({ body }: ApiResponse): readonly unknown[] =>
  z.object({ data: z.array(z.unknown()) }).parse(body).data;

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** `fetch` says only that it failed; why is in its cause. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`;
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
  return error.message;
}
