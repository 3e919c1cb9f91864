import { parseAccountId } from '../../../domain/accounts/account.ts';
import { parseSessionId, Session } from '../../../domain/accounts/session.ts';
import type { SessionDigest } from '../../../domain/accounts/session-secret.ts';
import { invariant } from '../../../domain/invariant.ts';
import { moment, text, type UnreadRow, whole } from './row-fields.ts';

/** A session as every backend stores it. Its field names differ from those of an account, so one row can hold both. */
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
