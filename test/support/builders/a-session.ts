import { randomBytes } from 'node:crypto';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { newSessionId, Session } from '../../../src/domain/accounts/session.ts';
import type { SessionDigest } from '../../../src/domain/accounts/session-secret.ts';

/** A valid, unique session of the account; tests set only the fields that matter to them. */
export function aSession(account: Account, fields: Partial<Session> = {}): Session {
  const startedAt = fields.startedAt ?? new Date();
  return Session.of({
    id: newSessionId(startedAt, randomBytes(32)),
    digest: randomBytes(32).toString('hex') as SessionDigest,
    accountId: account.id,
    epoch: account.sessionEpoch,
    startedAt,
    seenAt: startedAt,
    address: '192.0.2.7',
    userAgent: 'Löwe/1.0 "🦁" \\ {}',
    ...fields,
  });
}
