import { z } from 'zod';
import {
  type ApiConnection,
  type ApiRequest,
  type Failure,
  JSON_TYPE,
  type ApiResponse as ResponseWith,
} from '../../../../../../clients/typescript/src/network/api-connection.ts';
import { KeyHolder } from '../../../../../../clients/typescript/src/network/key-holder.ts';
import {
  connectLimited,
  describeCause,
  type LimitedBody,
} from '../../../../../../clients/typescript/src/network/limited-connection.ts';
import { readPages } from '../../../../../../clients/typescript/src/network/read-pages.ts';
import type { ApiAccess } from '../../host/command-services.ts';
import { ApiFailure, describeRefusal, refusal } from './api-failure.ts';

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

export type ApiResponse = ResponseWith<LimitedBody>;

/** Calls the HTTP API of a service with the key of an account. Every method may throw ApiFailure. */
export class ApiClient {
  readonly #connection: ApiConnection<LimitedBody>;
  readonly #url: string;

  constructor(
    { key, ...access }: ApiAccess,
    private readonly limits: ListLimits = LIST_LIMITS,
  ) {
    this.#url = access.url;
    this.#connection = connectLimited({
      ...access,
      keys: new KeyHolder(async () => key.reveal()),
      bodyBytesMax: limits.responseBytes,
      toEndlessError: () => this.#endless(`more than ${inMib(limits.responseBytes)} in one response`),
      toError: (failure) => this.#failed(failure),
    });
  }

  /** The content of a successful response. */
  async read<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    init: Omit<ApiRequest, 'path'> = {},
  ): Promise<ApiData<z.output<Schema>>> {
    const response = await this.call({ path, ...init });
    if (!SUCCESSES.includes(response.status)) throw this.unexpected(response);
    const raw = this.parse(withData, response).data;
    return { raw, data: this.#check(schema, raw, response) };
  }

  /** Sends JSON and returns the content of a successful response. */
  send<Schema extends z.ZodType>(schema: Schema, method: 'POST' | 'PUT', path: string, body: object) {
    return this.read(schema, path, { method, headers: JSON_TYPE, body: JSON.stringify(body) });
  }

  /** The pages of a list, until there are no more. */
  async *pages<Item extends z.ZodType>(item: Item, path: string, query: URLSearchParams) {
    const schema = pageOf(item);
    const { pages, totalBytes, totalMs } = this.limits;
    const cursors = new Set<string>();
    const deadline = performance.now() + totalMs;
    let bytes = 0;
    for await (const { response, data, nextCursor } of readPages(path, query, (each) => this.#readPage(schema, each))) {
      bytes += response.body.bytes;
      if (bytes > totalBytes) throw this.#endless(`more than ${inMib(totalBytes)} of prompts`);
      yield { data, raw: rawItems(response) };
      if (nextCursor === null) return;
      if (cursors.has(nextCursor)) throw new ApiFailure(1, `${this.#url} sends the same page over and over.`);
      if (performance.now() > deadline) throw this.#endless(`prompts for more than ${totalMs / 1000} s`);
      if (cursors.add(nextCursor).size === pages) throw this.#endless(`more than ${pages} pages`);
    }
  }

  async #readPage<Item extends z.ZodType>(schema: ReturnType<typeof pageOf<Item>>, path: string) {
    const response = await this.call({ path });
    if (response.status !== 200) throw this.unexpected(response);
    const { data, nextCursor } = this.parse(schema, response);
    return { response, data, nextCursor };
  }

  /** Any response but those that make every further call pointless: wrong key, wrong address, or no service there. */
  async call(request: ApiRequest, timeoutMs = TIMEOUT_MS): Promise<ApiResponse> {
    const response = await this.#connection.send({ ...request, timeoutMs });
    if (UNAVAILABLE_STATUSES.includes(response.status)) throw this.#unavailable(response);
    return response;
  }

  parse<Schema extends z.ZodType>(schema: Schema, response: ApiResponse): z.output<Schema> {
    return this.#check(schema, response.body.json, response);
  }

  #check<Schema extends z.ZodType>(schema: Schema, value: unknown, response: ApiResponse): z.output<Schema> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw this.unexpected(response);
  }

  /** Builds the failure to throw for an unexpected response. */
  unexpected({ status, body }: ApiResponse): ApiFailure {
    const problem = status >= 400 ? refusal.safeParse(body.json).data : undefined;
    // Every error of the service but a 401 has a code; one without comes from another program.
    if (problem?.code !== undefined) return new ApiFailure(1, describeRefusal(problem), { ...problem, status });
    const sentence = `${this.#url} does not respond like Prompthold (HTTP ${status}): is PROMPTHOLD_URL right?`;
    return new ApiFailure(1, sentence, { code: 'unexpected_response', status });
  }

  #unavailable({ status, body }: ApiResponse): ApiFailure {
    const problem = refusal.safeParse(body.json).data;
    const reason = problem ? `: ${describeRefusal(problem)}` : '; try again later.';
    const fields = { code: 'unavailable', ...problem, status };
    return new ApiFailure(69, `${this.#url} is unavailable (HTTP ${status})${reason}`, fields);
  }

  #endless(what: string): ApiFailure {
    return new ApiFailure(1, `${this.#url} sends ${what}: is PROMPTHOLD_URL right?`);
  }

  #failed(failure: Failure): ApiFailure {
    const url = this.#url;
    const unreachable = (reason: string): ApiFailure =>
      new ApiFailure(69, `${url} cannot be reached: ${reason}.`, { code: 'unreachable' });
    switch (failure.kind) {
      case 'unauthorized': {
        const sentence = `${url} does not accept the key: is PROMPTHOLD_KEY the key of an account there?`;
        return new ApiFailure(1, sentence, { code: 'unauthorized', status: 401 });
      }
      case 'redirected': {
        const { status, location } = failure;
        const sentence = `${url} redirects to ${location ?? 'nowhere'}: set PROMPTHOLD_URL to where the service is.`;
        return new ApiFailure(1, sentence, { code: 'redirected', status });
      }
      case 'timeout':
        return unreachable(`no response within ${failure.timeoutMs / 1000} s`);
      case 'unreachable':
        return failure.error instanceof ApiFailure ? failure.error : unreachable(describeCause(failure.error));
    }
  }
}

const inMib = (bytes: number): string => `${bytes / MIB} MiB`;

/** The items as they were sent: schemas drop the fields that they do not know. */
const rawItems = ({ body }: ApiResponse): readonly unknown[] =>
  z.object({ data: z.array(z.unknown()) }).parse(body.json).data;
