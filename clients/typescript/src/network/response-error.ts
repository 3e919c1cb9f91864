import { isObject } from '../../../../src/domain/text/json.ts';
import { type ErrorDetail, PromptholdError, PromptNotFound, Unavailable } from '../errors.ts';

interface RejectedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Retrying later may help. */
export const isServiceUnavailable = (status: number): boolean => status >= 500 || status === 429;

/** Code of a missing prompt, version or label. The code of an unknown path is `not_found`. */
const MISSING = /_not_found$/;

/**
 * The error of the service, if it is one: a response without its JSON comes from a program in between, such as a proxy
 * that has no service behind it at the moment. Its 404 says nothing about a prompt.
 */
export function toError({ status, headers, body }: RejectedResponse, url: string): PromptholdError {
  const { error, code, details } = isObject(body) ? body : {};
  const fields = {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    details: Array.isArray(details) ? details.filter(isDetail) : undefined,
  };
  const message = typeof error === 'string' ? error : undefined;
  if (isServiceUnavailable(status)) {
    const reason = message === undefined ? '.' : `: ${message}`;
    return new Unavailable(textOr(code, 'unavailable'), `${url} is unavailable (HTTP ${status})${reason}`, fields);
  }
  if (status === 404 && isObject(body) && MISSING.test(textOr(code, '_not_found'))) {
    return new PromptNotFound(textOr(code, 'prompt_not_found'), message ?? 'There is no such prompt.', fields);
  }
  if (message !== undefined && typeof code === 'string') return new PromptholdError(code, message, fields);
  return new Unavailable('unexpected_response', `${url} does not respond like Prompthold (HTTP ${status}).`, fields);
}

/** The value of `Retry-After` in milliseconds, if it is a number of seconds. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = headers.get('Retry-After');
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

const isDetail = (detail: unknown): detail is ErrorDetail =>
  isObject(detail) && typeof detail['path'] === 'string' && typeof detail['problem'] === 'string';
