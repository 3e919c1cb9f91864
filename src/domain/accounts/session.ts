import type { Branded } from '../branded.ts';
import { invariant } from '../invariant.ts';
import { timedId } from '../timed-id.ts';
import type { Account, AccountId } from './account.ts';
import type { SessionDigest } from './session-secret.ts';

export type SessionId = Branded<string, 'SessionId'>;

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session that nobody uses for so long is over. */
export const sessionIdleMsMax = 8 * HOUR_MS;
/** A session is over after so long, used or not. */
export const sessionLifeMsMax = 7 * 24 * HOUR_MS;
/** How many an account has at most: nobody can make storage grow by signing in again and again. */
export const sessionsMax = 50;

/** When a session was last seen is known this exactly, so that not every request has to write. */
const SEEN_PRECISION_MS = 5 * MINUTE_MS;
const USER_AGENT_CHARACTERS_MAX = 200;

/** Where a session was started, as far as it can be seen. */
export interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string;
}

type SessionFields = Pick<
  Session,
  'id' | 'digest' | 'accountId' | 'epoch' | 'startedAt' | 'seenAt' | 'address' | 'userAgent'
>;

/** That somebody is signed in to the dashboard, on one browser. */
export class Session implements SessionOrigin {
  private constructor(
    readonly id: SessionId,
    readonly digest: SessionDigest,
    readonly accountId: AccountId,
    /** The account's when the session was started. */
    readonly epoch: number,
    readonly startedAt: Date,
    readonly seenAt: Date,
    readonly address: string,
    readonly userAgent: string,
  ) {}

  /** The one door in, for new sessions and for rows read back. */
  static of({ id, digest, accountId, epoch, startedAt, seenAt, address, userAgent }: SessionFields): Session {
    invariant(digest !== '', 'a session has a secret');
    invariant(Number.isSafeInteger(epoch) && epoch >= 0, 'a session carries an epoch');
    return new Session(id, digest, accountId, epoch, startedAt, seenAt, address, userAgent);
  }

  /** False once the account is another one, or its password was changed. */
  isOf(account: Account): boolean {
    return account.id === this.accountId && account.sessionEpoch === this.epoch;
  }

  isLiveAt(now: Date): boolean {
    const idleMs = now.getTime() - this.seenAt.getTime();
    const lifeMs = now.getTime() - this.startedAt.getTime();
    return idleMs < sessionIdleMsMax && lifeMs < sessionLifeMsMax;
  }

  /** Whether it is time to write down that the session is in use. */
  isUnseenAt(now: Date): boolean {
    return now.getTime() - this.seenAt.getTime() >= SEEN_PRECISION_MS;
  }

  seen(seenAt: Date): Session {
    return Session.of({ ...this, seenAt });
  }
}

const SESSION_ID = /^s_\d{13}_[a-z0-9]{6}$/;

export function newSessionId(at: Date, entropy: Uint8Array): SessionId {
  const id = parseSessionId(timedId('s', at, entropy));
  invariant(id !== undefined, 'a new session id has the form of one');
  return id;
}

export function parseSessionId(text: string): SessionId | undefined {
  return SESSION_ID.test(text) ? (text as SessionId) : undefined;
}

/** What a browser calls itself, fit to be kept and shown: short, and without what a terminal would obey. */
export function tidyUserAgent(text: string): string {
  const shown = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  return Array.from(shown).slice(0, USER_AGENT_CHARACTERS_MAX).join('');
}
