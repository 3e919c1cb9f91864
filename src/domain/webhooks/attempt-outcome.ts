import { type DisablingProblem, hasFailedTooLong, type WebhookHealth } from './webhook.ts';
import type { Delivery, DeliveryAttempt } from './webhook-delivery.ts';

/** The outcome of one request to a receiver. */
export type AttemptOutcome =
  | Responded
  /** The receiver did not respond: the reason, in text for the owner, without the address that a name resolved to. */
  | { readonly kind: 'unreachable'; readonly error: string };

export interface Responded {
  readonly kind: 'responded';
  readonly status: number;
  /** The beginning of the body as text, cut to the size that is stored. */
  readonly response: string;
  /** The header, unparsed. */
  readonly retryAfter: string | undefined;
}

export const ATTEMPT_TIMEOUT_MS = 15_000;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delays before each attempt. There is none after the last. */
export const ATTEMPT_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Spreads the retries of events that failed together. */
const DELAY_SPREAD = 0.1;
/** The longest time that a receiver can put off an attempt for. */
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

const GONE = 410;

/** An attempt to deliver, as far as it decides what happens next. */
export interface EndedAttempt {
  /** How many attempts there were, this one included. */
  readonly attempts: number;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  readonly health: Pick<WebhookHealth, 'failingSince'>;
}

/** The consequences of an attempt, for the delivery and for the webhook. */
export type AttemptVerdict = Pick<Delivery, 'state' | 'dueAt'> &
  Pick<DeliveryAttempt, 'status' | 'error' | 'response'> & { readonly disables?: DisablingProblem };

/** Decides whether an event is delivered, tried again or given up. `random` is from 0 to 1, to spread retries. */
export function judgeAttempt({ attempts, at, outcome, health }: EndedAttempt, random: number): AttemptVerdict {
  const error = describeFailure(outcome);
  const status = outcome.kind === 'responded' ? outcome.status : null;
  const about = { status, error: error ?? null, response: outcome.kind === 'responded' ? outcome.response : '' };
  if (error === undefined) return { ...about, state: 'done', dueAt: null };
  if (status === GONE) return { ...about, state: 'failed', dueAt: null, disables: 'endpoint_gone' };
  const disables = hasFailedTooLong(health, at) ? { disables: 'failing' as const } : {};
  const delay = delayAfter(attempts, random);
  if (delay === undefined) return { ...about, state: 'failed', dueAt: null, ...disables };
  const requested = outcome.kind === 'responded' ? retryAfterMs(outcome.retryAfter, at) : 0;
  return { ...about, state: 'pending', dueAt: new Date(at.getTime() + Math.max(delay, requested)), ...disables };
}

/** Why an attempt is not a success, in text for the owner; undefined if it is one. */
export function describeFailure(outcome: AttemptOutcome): string | undefined {
  if (outcome.kind === 'unreachable') return outcome.error;
  const { status } = outcome;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return `the receiver responded ${status}: redirects are not followed`;
  if (status === GONE) return `the receiver responded ${status}: it wants no more events`;
  return `the receiver responded ${status}`;
}

/** Undefined when there are no attempts left. */
function delayAfter(attempts: number, random: number): number | undefined {
  const delay = ATTEMPT_DELAYS_MS[attempts];
  return delay === undefined ? undefined : Math.round(delay * (1 + DELAY_SPREAD * (2 * random - 1)));
}

/** How long the header `Retry-After` puts off the next attempt; 0 if there is none, or a malformed one. */
function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const requested = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime();
  return Number.isNaN(requested) ? 0 : Math.min(Math.max(requested, 0), RETRY_AFTER_MS_MAX);
}
