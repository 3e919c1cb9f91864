import { describe, expect, it } from 'vitest';
import { newSessionId, Session, tidyUserAgent } from '../../../../src/domain/accounts/session.ts';
import { SessionSecret } from '../../../../src/domain/accounts/session-secret.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import fc from '../../../support/seeded-fast-check.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const STARTED_AT = new Date('2026-11-15T12:00:00.000Z');
const later = (ms: number): Date => new Date(STARTED_AT.getTime() + ms);

describe('a session', () => {
  const account = anAccount({ sessionEpoch: 2 });
  const session = aSession(account, { startedAt: STARTED_AT });

  it('lives for eight hours after it was last seen', () => {
    expect(session.isLiveAt(later(8 * HOUR_MS - 1))).toBe(true);
    expect(session.isLiveAt(later(8 * HOUR_MS))).toBe(false);
    expect(session.withSeenAt(later(HOUR_MS)).isLiveAt(later(9 * HOUR_MS - 1))).toBe(true);
  });

  it('is not live if it was started by a clock that was ahead, but for the difference between two instances', () => {
    expect(session.isLiveAt(later(-5 * MINUTE_MS))).toBe(true);
    expect(session.isLiveAt(later(-5 * MINUTE_MS - 1))).toBe(false);
    expect(session.withSeenAt(later(HOUR_MS)).isLiveAt(later(MINUTE_MS))).toBe(false);
  });

  it('lives for seven days at most', () => {
    const week = 7 * 24 * HOUR_MS;

    expect(session.withSeenAt(later(week - 1)).isLiveAt(later(week - 1))).toBe(true);
    expect(session.withSeenAt(later(week - 1)).isLiveAt(later(week))).toBe(false);
  });

  it('is due for an update of seenAt after five minutes', () => {
    expect(session.isUnseenAt(later(5 * MINUTE_MS - 1))).toBe(false);
    expect(session.isUnseenAt(later(5 * MINUTE_MS))).toBe(true);
  });

  it('belongs to one account until its password is changed', () => {
    expect(session.isOf(account)).toBe(true);
    expect(session.isOf(anAccount({ sessionEpoch: 2 }))).toBe(false);
    expect(session.isOf(account.withChangedPassword(account.passwordHash))).toBe(false);
  });

  it('requires a secret and an epoch', () => {
    expect(() => Session.of({ ...session, digest: '' as never })).toThrow('has a secret');
    expect(() => Session.of({ ...session, epoch: Number.NaN })).toThrow('carries an epoch');
  });
});

describe('a session id', () => {
  it('is s_, the time of its start and six letters or digits', () => {
    expect(newSessionId(STARTED_AT, new Uint8Array(32))).toBe('s_1794744000000_aaaaaa');
  });
});

describe('a user agent', () => {
  it('is unchanged if it is short and harmless', () => {
    expect(tidyUserAgent('Mozilla/5.0 (X11; Linux) Löwe/1.0')).toBe('Mozilla/5.0 (X11; Linux) Löwe/1.0');
  });

  it('loses control characters and is cut to 200 whole characters', () => {
    expect(tidyUserAgent(' a\u001b[31mb\u0000\n\u009bc ')).toBe('a[31mbc');
    expect(tidyUserAgent('🦁'.repeat(300))).toBe('🦁'.repeat(200));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const tidy = tidyUserAgent(text);
        expect(tidy.isWellFormed()).toBe(true);
        expect(tidy).not.toMatch(/\p{Cc}/u);
        expect(Array.from(tidy).length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe('a session secret', () => {
  it('is 32 hex characters, made from 16 random bytes', () => {
    expect(SessionSecret.fromEntropy(new Uint8Array(16).fill(10)).reveal()).toBe('0a'.repeat(16));
    expect(() => SessionSecret.fromEntropy(new Uint8Array(15))).toThrow('exactly 16 random bytes');
  });
});
