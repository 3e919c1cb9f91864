import type { Problem } from '../../../../domain/problem.ts';
import { describeProblems, detailsOf, type ProblemDetail } from './describe-problems.ts';
import { type ErrorCode, statusOf } from './error-codes.ts';
import { ERROR_SENTENCES } from './error-sentences.ts';
import { printWait } from './printed-text.ts';

export interface RejectionExtras {
  /** Set where it differs from the one of the code. */
  readonly status?: number;
  /** Sentence for people about this request. Each code has a general one. */
  readonly sentence?: string;
  readonly details?: readonly ProblemDetail[];
  /** How many problems `details` leaves out. */
  readonly others?: number;
  /** Results of what was done before the request was rejected. */
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown to end a request with `{error, code, …}`. The first middleware turns it into the response. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly status: number;
  /** Kept out of the message, which may be logged: a sentence names what the client sent. */
  readonly sentence: string;

  constructor(
    readonly code: ErrorCode,
    readonly extras: RejectionExtras = {},
  ) {
    super(code);
    this.status = extras.status ?? statusOf(code);
    this.sentence = extras.sentence ?? ERROR_SENTENCES[code];
  }
}

/** How an API presents rejections whose errors do not look like ours. A 401 always looks the same. */
export interface ErrorShape {
  statusOf(rejection: Rejection): number;
  /** Content of the JSON body. */
  bodyOf(rejection: Rejection, requestId: string): unknown;
}

const PARAMETER = 'Query parameter';

export const badQuery = (problems: readonly Problem[]): Rejection =>
  new Rejection('bad_query', {
    sentence: describeProblems(problems, PARAMETER),
    details: detailsOf(problems, PARAMETER),
  });

export const invalid = (problems: readonly Problem[], sentence = describeProblems(problems)): Rejection =>
  new Rejection('invalid', { sentence, details: detailsOf(problems) });

export const tooManyFailures = (waitMs: number): Rejection =>
  retryAfter('too_many_failures', waitMs, 'There were too many failed sign-ins.');

/** Too many accounts were opened from the client's network. */
export const tooManySignUps = (waitMs: number): Rejection =>
  retryAfter('too_many_signups', waitMs, 'Too many accounts were opened from this network.');

/** Longest wait of a request for a password hash, for its heavy work to begin, or for other requests of its account. */
export const BUSY_WAIT_MS = 2000;

/** Too much is going on: passwords to be hashed, heavy work, requests of one account, large bodies and responses. */
export const busy = (): Rejection =>
  retryAfter('busy', BUSY_WAIT_MS, 'Too many requests are being handled at the moment.');

/** The first request with this idempotency key has no response yet. */
export const inProgress = (): Rejection =>
  retryAfter('conflict', 1000, 'The first request with this Idempotency-Key is still being handled.');

const KEPT_WAIT_MS = 60 * 60 * 1000;

export const tooManyKeptResponses = (): Rejection =>
  retryAfter('busy', KEPT_WAIT_MS, 'The requests with an Idempotency-Key of this day take too much space.');

const STREAMS_WAIT_MS = 30_000;

export const tooManyStreams = (): Rejection =>
  retryAfter('too_many_streams', STREAMS_WAIT_MS, 'Too many event streams are open.');

/** Rounds the wait up to whole seconds, so that a client that waits that long is never too early. */
function retryAfter(code: ErrorCode, waitMs: number, reason: string): Rejection {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const sentence = `${reason} Try again in ${printWait(seconds)}.`;
  return new Rejection(code, { sentence, headers: { 'Retry-After': String(seconds) } });
}

/** Time to wait before a retry during a storage outage or a shutdown. */
export const OUTAGE_RETRY_SECONDS = '1';

export const unavailable = (code: 'storage_unavailable' | 'draining' | 'timeout'): Rejection =>
  new Rejection(code, { headers: { 'Retry-After': OUTAGE_RETRY_SECONDS } });

/** Someone has to make room, to set a clock, or to restart this instance with the new keyring. */
const OPERATOR_RETRY_SECONDS = '60';

type OperatorCode = 'storage_full' | 'clock_off' | 'keyring_replaced';

export const needsOperator = (code: OperatorCode, extras: RejectionExtras = {}): Rejection =>
  new Rejection(code, { ...extras, headers: { 'Retry-After': OPERATOR_RETRY_SECONDS } });
