import { isObject, type JsonObject } from '../../../../src/domain/text/json.ts';
import type { Moved, MoveOptions, Published, PublishOptions } from '../client-options.ts';
import { PromptholdError, Unavailable } from '../errors.ts';
import { pathOf } from '../prompts/prompt-target.ts';
import { type ApiResponse, JSON_TYPE } from './api-connection.ts';
import type { HttpApi } from './http-api.ts';
import { toError } from './response-error.ts';

/** A prompt that is changed by others all the time is not moved for ever. */
const ATTEMPTS_MAX = 5;

interface Change {
  readonly path: string;
  readonly body: object;
  readonly etag?: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Sends changes. Each is sent once: after a timeout, it may have been applied. */
export class PromptWriter {
  readonly #api: HttpApi;
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor(api: HttpApi, { url, timeoutMs }: { readonly url: string; readonly timeoutMs: number }) {
    this.#api = api;
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  async publish(name: string, { signal, ...version }: PublishOptions): Promise<Published> {
    const request = { path: pathOf({ reference: name }), body: version, signal };
    const data = await this.#write(request, 'Publishing again is safe.');
    return { version: Number(data['version']), unchanged: data['unchanged'] === true };
  }

  async move(name: string, label: string, version: number, options: MoveOptions): Promise<Moved> {
    for (let attempt = 1; ; attempt += 1) {
      const etag = options.expect === undefined ? undefined : await this.#expectLabel(name, label, options);
      try {
        return await this.#moveOnce(name, label, version, options, etag);
      } catch (error) {
        const isChanged = error instanceof PromptholdError && error.status === 412;
        // Any change of the prompt has this effect, most of them not of this label.
        if (!isChanged || attempt === ATTEMPTS_MAX) throw error;
      }
    }
  }

  async #moveOnce(
    name: string,
    label: string,
    version: number,
    { message, force, signal }: MoveOptions,
    etag: string | undefined,
  ): Promise<Moved> {
    const request = {
      path: `${pathOf({ reference: name })}/labels/${encodeURIComponent(label)}`,
      body: { version, message, force },
      etag,
      signal,
    };
    const data = await this.#write(request, 'Read the label to find out.');
    const { previous } = data;
    return { version: Number(data['version']), previous: typeof previous === 'number' ? previous : null };
  }

  /** The ETag of a prompt whose label points where the caller expects it. */
  async #expectLabel(name: string, label: string, { expect, signal }: MoveOptions): Promise<string | undefined> {
    const response = await this.#api.send({ path: pathOf({ reference: name }), timeoutMs: this.#timeoutMs, signal });
    const { labels } = this.#dataIn(response);
    const actual = labels !== undefined && isObject(labels) && Object.hasOwn(labels, label) ? labels[label] : null;
    if (actual === expect) return response.headers.get('ETag') ?? undefined;
    const describe = (version: unknown): string => (version === null ? 'no version' : `version ${version}`);
    const message = `Label ${label} of ${name} points to ${describe(actual)}, but ${describe(expect)} was expected.`;
    throw new PromptholdError('precondition_failed', message);
  }

  async #write({ path, body, etag, signal }: Change, advice: string): Promise<JsonObject> {
    try {
      const headers = { ...JSON_TYPE, ...(etag !== undefined && { 'If-Match': etag }) };
      const sent = { method: 'PUT', path, headers, body: JSON.stringify(body), timeoutMs: this.#timeoutMs, signal };
      return this.#dataIn(await this.#api.send(sent));
    } catch (error) {
      if (!(error instanceof Unavailable) || isCertainlyNotApplied(error)) throw error;
      const { code, status, requestId, details } = error;
      const message = `${error.message} The outcome is unknown. ${advice}`;
      throw new Unavailable(code, message, { status, requestId, details });
    }
  }

  #dataIn(response: ApiResponse): JsonObject {
    const { status, body } = response;
    if (status < 300 && isObject(body) && body['data'] !== undefined && isObject(body['data'])) return body['data'];
    throw toError(response, this.#url);
  }
}

/** The service was too busy to begin, or ends. */
const isCertainlyNotApplied = ({ status, code }: Unavailable): boolean => status === 429 || code === 'draining';
