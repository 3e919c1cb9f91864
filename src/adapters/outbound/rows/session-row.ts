import { parseAccountId } from '../../../domain/accounts/account.ts';
import { parseSessionId, Session } from '../../../domain/accounts/session.ts';
import type { SessionDigest } from '../../../domain/accounts/session-secret.ts';
import { invariant } from '../../../domain/invariant.ts';
import { moment, text, type UnreadRow, whole } from './row-fields.ts';

/** The one shape in which every backend keeps a session. No field is called as one of an account, so both fit in one row. */
export function toSessionRow({ id, digest, accountId, epoch, startedAt, seenAt, address, userAgent }: Session) {
  return {
    session_id: id,
    digest,
    account_id: accountId,
    epoch,
    started_at: startedAt.getTime(),
    seen_at: seenAt.getTime(),
    address,
    user_agent: userAgent,
  };
}

export function fromSessionRow(row: UnreadRow): Session {
  const id = parseSessionId(text(row, 'session_id'));
  const accountId = parseAccountId(text(row, 'account_id'));
  invariant(id !== undefined, 'a stored session has a session id');
  invariant(accountId !== undefined, 'a stored session has an account');
  return Session.of({
    id,
    digest: text(row, 'digest') as SessionDigest,
    accountId,
    epoch: whole(row, 'epoch'),
    startedAt: moment(row, 'started_at'),
    seenAt: moment(row, 'seen_at'),
    address: text(row, 'address'),
    userAgent: text(row, 'user_agent'),
  });
}
