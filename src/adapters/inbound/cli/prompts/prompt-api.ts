import type { z } from 'zod';
import type { PromptName } from '../../../../domain/prompts/naming/prompt-name.ts';
import { parseJson } from '../../../../domain/text/parse-json.ts';
import type { ApiAccess } from '../host/command-services.ts';
import { type ApiRefusal, promptPage, publication, type RemotePrompt, refusal } from './api-responses.ts';
import type { WrittenPrompt } from './files/prompt-file.ts';

/** A call failed in a way that makes every further one pointless: wrong key, wrong address, or no service there. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    readonly exitCode: 1 | 69,
    message: string,
  ) {
    super(message);
  }
}

/** Which prompts to list, and which version of each. */
export interface PromptChoice {
  readonly label?: string | undefined;
  readonly archived?: 'any' | undefined;
}

export interface Publication {
  /** Set on the version that the prompt then has. */
  readonly labels: readonly string[];
  /** Why the version exists. */
  readonly message: string | undefined;
}

export type PublishOutcome =
  | { readonly kind: 'published'; readonly isNew: boolean; readonly unchanged: boolean; readonly version: number }
  | { readonly kind: 'refused'; readonly refusal: ApiRefusal };

/** The service gives up after 4 seconds; the rest is for the way there and back. */
const TIMEOUT_MS = 30_000;

/** A page of nothing but the largest prompts is then some 13 MB. */
const PAGE_LIMIT = '50';

/** What a service may send before it counts as endless: far more than an account's quotas allow. */
export interface ListLimits {
  readonly pages: number;
  /** In one response, of any kind. */
  readonly responseBytes: number;
  /** In all pages together, which are held in memory. */
  readonly totalBytes: number;
  readonly totalMs: number;
}

const MIB = 1024 * 1024;
const LIST_LIMITS: ListLimits = {
  pages: 20_000,
  responseBytes: 128 * MIB,
  totalBytes: 1024 * MIB,
  totalMs: 30 * 60 * 1000,
};

const UNAVAILABLE_STATUSES: readonly number[] = [502, 503, 504];

/** The part of the HTTP API that prompts as files need. Every method may throw ApiFailure. */
export class PromptApi {
  constructor(
    private readonly access: ApiAccess,
    private readonly limits: ListLimits = LIST_LIMITS,
  ) {}

  async *prompts({ label, archived }: PromptChoice): AsyncGenerator<RemotePrompt> {
    const query = new URLSearchParams({ include: 'content', limit: PAGE_LIMIT });
    if (label !== undefined) query.set('label', label);
    if (archived !== undefined) query.set('archived', archived);
    const cursors = new Set<string>();
    const deadline = performance.now() + this.limits.totalMs;
    let bytes = 0;
    while (cursors.size < this.limits.pages) {
      const page = await this.#page(query);
      bytes += page.bytes;
      if (bytes > this.limits.totalBytes) throw this.#endless(`more than ${inMib(this.limits.totalBytes)} of prompts`);
      yield* page.data;
      if (page.nextCursor === null) return;
      if (cursors.has(page.nextCursor))
        throw new ApiFailure(1, `${this.access.url} sends the same page over and over.`);
      if (performance.now() > deadline) throw this.#endless(`prompts for more than ${this.limits.totalMs / 1000} s`);
      cursors.add(page.nextCursor);
      query.set('cursor', page.nextCursor);
    }
    throw this.#endless(`more than ${this.limits.pages} pages`);
  }

  async publish(name: PromptName, prompt: WrittenPrompt, { labels, message }: Publication): Promise<PublishOutcome> {
    const { content, variables, config, description, tags } = prompt;
    // What is undefined is left out of JSON, and what is left out stays or is inferred.
    const body = { ...content, variables, config, description, tags, labels: labels.length > 0 ? labels : undefined };
    const response = await this.#call(`/api/prompts/${encodeURIComponent(name)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, message }),
    });
    if (response.status !== 200 && response.status !== 201) return { kind: 'refused', refusal: toRefusal(response) };
    return { kind: 'published', isNew: response.status === 201, ...this.#read(publication, response).data };
  }

  async #page(query: URLSearchParams): Promise<z.output<typeof promptPage> & { readonly bytes: number }> {
    const response = await this.#call(`/api/prompts?${query}`, { method: 'GET' });
    if (response.status !== 200) throw this.#unexpected(response);
    return { ...this.#read(promptPage, response), bytes: response.bytes };
  }

  #endless(what: string): ApiFailure {
    return new ApiFailure(1, `${this.access.url} sends ${what}: is PROMPTHOLD_URL right?`);
  }

  async #call(path: string, init: RequestInit): Promise<ApiResponse> {
    const { url, key } = this.access;
    const headers = { ...init.headers, authorization: `Bearer ${key.reveal()}`, accept: 'application/json' };
    const response = await this.#fetch(url + path, { ...init, headers, redirect: 'manual' });
    if (response.status === 401) {
      throw new ApiFailure(1, `${url} does not accept the key: is PROMPTHOLD_KEY the key of an account there?`);
    }
    if (UNAVAILABLE_STATUSES.includes(response.status)) {
      throw new ApiFailure(69, `${url} is unavailable (HTTP ${response.status}); try again later.`);
    }
    if (response.status >= 300 && response.status < 400) {
      throw new ApiFailure(
        1,
        `${url} redirects to ${response.location ?? 'nowhere'}: set PROMPTHOLD_URL to where the service is.`,
      );
    }
    return response;
  }

  async #fetch(url: string, init: RequestInit): Promise<ApiResponse> {
    try {
      const response = await this.access.fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const { status, headers } = response;
      const text = await this.#readText(response);
      return { status, location: headers.get('location'), body: jsonOf(text), bytes: Buffer.byteLength(text) };
    } catch (error) {
      if (error instanceof ApiFailure) throw error;
      throw new ApiFailure(69, `${this.access.url} cannot be reached: ${reasonOf(error)}.`);
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

  #read<Schema extends z.ZodType>(schema: Schema, response: ApiResponse): z.output<Schema> {
    const parsed = schema.safeParse(response.body);
    if (parsed.success) return parsed.data;
    throw this.#unexpected(response);
  }

  #unexpected(response: ApiResponse): ApiFailure {
    const problem = refusal.safeParse(response.body).data;
    if (problem) return new ApiFailure(1, `${this.access.url} refuses: ${problem.error}.`);
    return new ApiFailure(
      1,
      `${this.access.url} does not respond like Prompthold (HTTP ${response.status}): is PROMPTHOLD_URL right?`,
    );
  }
}

interface ApiResponse {
  readonly status: number;
  readonly location: string | null;
  /** Undefined when it was no JSON. */
  readonly body: unknown;
  /** The size of the body. */
  readonly bytes: number;
}

const inMib = (bytes: number): string => `${bytes / MIB} MiB`;

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const toRefusal = ({ status, body }: ApiResponse): ApiRefusal =>
  refusal.safeParse(body).data ?? { error: `HTTP ${status} without a reason` };

/** `fetch` says only that it failed; why is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} s`;
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
  return error.message;
}
