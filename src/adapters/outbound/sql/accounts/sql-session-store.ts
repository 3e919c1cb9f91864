import type { SessionStore } from '../../../../application/ports/session-store.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import { type Session, type SessionId, sessionsMax } from '../../../../domain/accounts/session.ts';
import type { SessionDigest } from '../../../../domain/accounts/session-secret.ts';
import { fromAccountRow } from '../../rows/account-row.ts';
import { fromSessionRow, toSessionRow } from '../../rows/session-row.ts';
import { applyWithCredential, writeRowWithCredential } from '../credential-guard.ts';
import { type SqlDatabase, statement } from '../sql-database.ts';

/** Locks the account's row before several of its sessions are written, so that such transactions cannot deadlock. */
const LOCK_ACCOUNT = statement('UPDATE account SET session_epoch = session_epoch WHERE id = :account_id');
const LOCK_ACCOUNT_IN_EPOCH = statement(
  'UPDATE account SET session_epoch = session_epoch WHERE id = :account_id AND session_epoch = :epoch',
);
/** Adding the same session again changes nothing. */
const ADD = statement(
  `INSERT INTO session (digest, session_id, account_id, epoch, started_at, seen_at, address, user_agent)
   VALUES (:digest, :session_id, :account_id, :epoch, :started_at, :seen_at, :address, :user_agent)
   ON CONFLICT DO NOTHING`,
);
const DELETE_OLDEST = statement(
  `DELETE FROM session WHERE account_id = :account_id AND digest NOT IN
     (SELECT digest FROM session WHERE account_id = :account_id ORDER BY started_at DESC, session_id DESC LIMIT :kept)`,
);
const FIND = statement(
  `SELECT account.*, session.* FROM session
   JOIN account ON account.id = session.account_id AND account.session_epoch = session.epoch
   WHERE session.digest = :digest`,
);
const TOUCH = statement('UPDATE session SET seen_at = :seen_at WHERE digest = :digest AND seen_at = :seen_before');
const LIST = statement(
  `SELECT session.* FROM session
   JOIN account ON account.id = session.account_id AND account.session_epoch = session.epoch
   WHERE session.account_id = :account_id ORDER BY session.started_at DESC, session.session_id DESC`,
);
const END = statement('DELETE FROM session WHERE account_id = :account_id AND session_id = :session_id');
const END_OTHERS = statement('DELETE FROM session WHERE account_id = :account_id AND session_id <> :kept');

export class SqlSessionStore implements SessionStore {
  constructor(private readonly database: SqlDatabase) {}

  async add(session: Session) {
    const { account_id, epoch, ...row } = toSessionRow(session);
    await this.database.atomically([
      { statement: LOCK_ACCOUNT_IN_EPOCH, parameters: { account_id, epoch }, rows: 1 },
      { statement: ADD, parameters: { account_id, epoch, ...row } },
      { statement: DELETE_OLDEST, parameters: { account_id, kept: sessionsMax } },
    ]);
  }

  async find(digest: SessionDigest) {
    const row = await this.database.first(FIND, { digest });
    return row && { session: fromSessionRow(row), account: fromAccountRow(row) };
  }

  async touch({ digest, seenAt: seenBefore }: Session, seenAt: Date) {
    const parameters = { digest, seen_at: seenAt.getTime(), seen_before: seenBefore.getTime() };
    await this.database.atomically([{ statement: TOUCH, parameters }]);
  }

  async listOf(accountId: AccountId) {
    return (await this.database.all(LIST, { account_id: accountId })).map(fromSessionRow);
  }

  async end(accountId: AccountId, id: SessionId, credential?: Credential) {
    const parameters = { account_id: accountId, session_id: id };
    const isEnded = await writeRowWithCredential(this.database, accountId, credential, END, parameters);
    return isEnded ? 'ended' : 'not-found';
  }

  async endOthers(accountId: AccountId, kept: SessionId, credential?: Credential) {
    await applyWithCredential(this.database, accountId, credential, [
      { statement: LOCK_ACCOUNT, parameters: { account_id: accountId } },
      { statement: END_OTHERS, parameters: { account_id: accountId, kept } },
    ]);
  }
}
