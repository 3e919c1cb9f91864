import { STATUS_CODES } from 'node:http';
import type { Context } from 'koa';

export interface Problem {
  readonly path: string;
  readonly problem: string;
}

interface RejectionExtras {
  readonly details?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is answered with `{error, code, …}`. Thrown by routes, answered in one place. */
export class Rejection extends Error {
  override readonly name = 'Rejection';

  constructor(
    readonly status: number,
    readonly code: string,
    readonly extras: RejectionExtras = {},
  ) {
    super(code);
  }
}

export const badRequest = (code: string, details: readonly Problem[] = []): Rejection =>
  new Rejection(400, code, details.length > 0 ? { details } : {});

export const invalid = (details: readonly Problem[]): Rejection => new Rejection(422, 'invalid', { details });

const tooManyRequests = (code: string, waitMs: number): Rejection =>
  new Rejection(429, code, { headers: { 'Retry-After': retryAfter(waitMs) } });

export const tooManyFailures = (waitMs: number): Rejection => tooManyRequests('too_many_failures', waitMs);

/** As long as a turn at hashing passwords is waited for. */
const TURN_MS = 2000;

/** Too many wait already for a password to be hashed. */
export const busy = (): Rejection => tooManyRequests('busy', TURN_MS);

/** Whole seconds, rounded up: who waits as long as told is never too early. */
const retryAfter = (waitMs: number): string => String(Math.max(1, Math.ceil(waitMs / 1000)));

/** How soon to try again when the storage is away or the service shuts down. */
export const OUTAGE_RETRY_SECONDS = '1';

export const unavailable = (code: string): Rejection =>
  new Rejection(503, code, { headers: { 'Retry-After': OUTAGE_RETRY_SECONDS } });

export const JSON_TYPE = 'application/json; charset=utf-8';

export function answerRejection(ctx: Context, { status, code, extras }: Rejection): void {
  ctx.status = status;
  ctx.state['code'] = code;
  ctx.set('Content-Type', JSON_TYPE);
  if (extras.headers) ctx.set(extras.headers);
  ctx.body = errorBody(status, code, ctx.state['requestId'], extras.details);
}

export function errorBody(status: number, code: string, requestId: string, details?: readonly Problem[]): string {
  return JSON.stringify({ error: STATUS_CODES[status], code, ...(details ? { details } : {}), requestId });
}

const UNAUTHORIZED = JSON.stringify({ error: 'Unauthorized' });
const CHALLENGE = 'Bearer realm="prompthold"';
const CHALLENGE_FOR_CREDENTIAL = `${CHALLENGE}, error="invalid_token"`;

/**
 * The same body and headers for every reason, so that nothing can be learned from a refusal.
 * Answered directly: an unknown key is no exception but every scanner's daily business, and a stack trace costs more than the look-up.
 */
export function answerUnauthorized(ctx: Context, credentialSent: boolean): void {
  ctx.status = 401;
  ctx.set('Content-Type', JSON_TYPE);
  ctx.set('WWW-Authenticate', credentialSent ? CHALLENGE_FOR_CREDENTIAL : CHALLENGE);
  ctx.body = UNAUTHORIZED;
}
