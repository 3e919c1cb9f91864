import type { Branded } from '../branded.ts';
import { invariant } from '../invariant.ts';
import { timedId } from '../timed-id.ts';
import type { Account, AccountId } from './account.ts';
import type { SessionDigest } from './session-secret.ts';

export type SessionId = Branded<string, 'SessionId'>;

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session that is idle for this long is over. */
export const sessionIdleMsMax = 8 * HOUR_MS;
/** A session is over after this long, used or not. */
export const sessionLifeMsMax = 7 * 24 * HOUR_MS;
/** Maximum per account, so that repeated sign-ins cannot make storage grow. */
export const sessionsMax = 50;

/** The clocks of two instances may differ by this much. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** `seenAt` is updated at most this often, so that not every request has to write. */
const SEEN_PRECISION_MS = 5 * MINUTE_MS;
const USER_AGENT_CHARACTERS_MAX = 200;

/** The address and user agent that a session was started from, as far as they can be seen. */
export interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string;
}

type SessionFields = Pick<
  Session,
  'id' | 'digest' | 'accountId' | 'epoch' | 'startedAt' | 'seenAt' | 'address' | 'userAgent'
>;

/** One browser that is signed in to the dashboard. */
export class Session implements SessionOrigin {
  private constructor(
    readonly id: SessionId,
    readonly digest: SessionDigest,
    readonly accountId: AccountId,
    /** The account's session epoch when the session was started. */
    readonly epoch: number,
    readonly startedAt: Date,
    readonly seenAt: Date,
    readonly address: string,
    readonly userAgent: string,
  ) {}

  /** The only constructor, for new sessions and for stored rows. */
  static of({ id, digest, accountId, epoch, startedAt, seenAt, address, userAgent }: SessionFields): Session {
    invariant(digest !== '', 'a session has a secret');
    invariant(Number.isSafeInteger(epoch) && epoch >= 0, 'a session carries an epoch');
    return new Session(id, digest, accountId, epoch, startedAt, seenAt, address, userAgent);
  }

  /** False for another account, and once the password was changed. */
  isOf(account: Account): boolean {
    return account.id === this.accountId && account.sessionEpoch === this.epoch;
  }

  /** A session of a clock that was ahead is not live: it would last until the time of that clock. */
  isLiveAt(now: Date): boolean {
    const idleMs = now.getTime() - this.seenAt.getTime();
    const lifeMs = now.getTime() - this.startedAt.getTime();
    if (Math.min(idleMs, lifeMs) < -CLOCK_SKEW_MS) return false;
    return idleMs < sessionIdleMsMax && lifeMs < sessionLifeMsMax;
  }

  /** Whether `seenAt` is due to be updated. */
  isUnseenAt(now: Date): boolean {
    return now.getTime() - this.seenAt.getTime() >= SEEN_PRECISION_MS;
  }

  withSeenAt(seenAt: Date): Session {
    return Session.of({ ...this, seenAt });
  }
}

const SESSION_ID = /^s_\d{13}_[a-z0-9]{6}$/;

export const newSessionId = (at: Date, entropy: Uint8Array): SessionId => timedId('s', at, entropy) as SessionId;

export function parseSessionId(text: string): SessionId | undefined {
  return SESSION_ID.test(text) ? (text as SessionId) : undefined;
}

/** A user agent that is safe to store and print: truncated, without control characters. */
export function tidyUserAgent(text: string): string {
  const printable = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  return Array.from(printable).slice(0, USER_AGENT_CHARACTERS_MAX).join('');
}
