import { isObject, type JsonObject } from '../../../../src/domain/text/json.ts';
import type { StaleReason } from '../client-options.ts';
import { PromptholdError, PromptNotFound, Unavailable } from '../errors.ts';
import { type PromptDocument, parseDocument } from '../prompts/prompt-document.ts';
import { type PromptTarget, pathOf } from '../prompts/prompt-target.ts';
import type { ApiResponse, TimedRequest } from './api-connection.ts';
import type { StopSignal } from './reject-when.ts';
import { isServiceUnavailable, retryAfterMs, toError } from './response-error.ts';

/** A prompt with what a snapshot stores of it. */
export interface ReadDocument {
  readonly document: PromptDocument;
  readonly etag: string;
  /** `data` of the response, unchanged. */
  readonly prompt: JsonObject;
}

interface KeyState {
  /** How many keys had been rejected when the request began. */
  readonly rejections: number;
}

export type ReadOutcome =
  | ({ readonly kind: 'read' } & ReadDocument & KeyState)
  | ({ readonly kind: 'not-modified' } & KeyState)
  /** The service has no such prompt, label or version. */
  | { readonly kind: 'missing'; readonly error: PromptNotFound }
  | { readonly kind: 'failed'; readonly error: PromptholdError; readonly reason: StaleReason };

interface ReadOptions {
  /** ETag of the document that is known already, if any. */
  readonly etag: string | undefined;
  /** Whether a second attempt is worth the time, because nothing is known yet. */
  readonly retry: boolean;
  /** Time limit of both attempts together. */
  readonly timeoutMs: number;
  readonly signal: StopSignal;
}

interface Sender {
  send(request: TimedRequest): Promise<ApiResponse>;
}

const RETRY_DELAY_MS = 200;

export async function readPrompt(api: Sender, target: PromptTarget, options: ReadOptions): Promise<ReadOutcome> {
  const { retry, timeoutMs, signal } = options;
  const startedAt = performance.now();
  const first = await attempt(api, target, options);
  if (!retry || first.retryDelayMs === undefined) return first.outcome;
  const remainingMs = timeoutMs - (performance.now() - startedAt) - first.retryDelayMs;
  if (remainingMs <= 0 || signal.aborted) return first.outcome;
  await wait(first.retryDelayMs);
  return (await attempt(api, target, { ...options, timeoutMs: remainingMs })).outcome;
}

interface Attempt {
  readonly outcome: ReadOutcome;
  /** Time until a second attempt may succeed; undefined if it would not. */
  readonly retryDelayMs?: number;
}

async function attempt(api: Sender, target: PromptTarget, { etag, timeoutMs, signal }: ReadOptions): Promise<Attempt> {
  try {
    const headers = !etag ? {} : { 'If-None-Match': etag };
    const response = await api.send({ path: pathOf(target), headers, timeoutMs, signal });
    if (!isServiceUnavailable(response.status)) return { outcome: toOutcome(response, etag) };
    return {
      outcome: toFailure(toError(response, 'The service')),
      retryDelayMs: retryAfterMs(response.headers) ?? RETRY_DELAY_MS,
    };
  } catch (error) {
    if (!(error instanceof PromptholdError)) throw error;
    return { outcome: toFailure(error), ...(error.code === 'unreachable' && { retryDelayMs: RETRY_DELAY_MS }) };
  }
}

function toOutcome(response: ApiResponse, etag: string | undefined): ReadOutcome {
  const { status, headers, body, rejections } = response;
  if (status === 304 && etag !== undefined) return { kind: 'not-modified', rejections };
  const prompt = status === 200 && isObject(body) && isObject(body['data']) ? body['data'] : undefined;
  const document = prompt && parseDocument(prompt);
  if (prompt && document) return { kind: 'read', document, prompt, etag: headers.get('ETag') ?? '', rejections };
  const error = toError(response, 'The service');
  return error instanceof PromptNotFound ? { kind: 'missing', error } : toFailure(error);
}

function toFailure(error: PromptholdError): ReadOutcome {
  return { kind: 'failed', error, reason: toReason(error) };
}

export function toReason(error: PromptholdError): StaleReason {
  if (error.code === 'timeout') return 'timeout';
  if (error.code === 'unreachable') return 'network';
  if (error instanceof Unavailable) return 'unavailable';
  return error.code === 'configuration' ? 'key' : 'rejected';
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
