import { CredentialRetired } from '../../../application/ports/credential-retired.ts';
import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor, Credential } from '../../../domain/accounts/actor.ts';
import {
  type Parameters,
  type SqlDatabase,
  type Statement,
  statement,
  type Write,
  type WriteResult,
} from './sql-database.ts';

/** Holds for the account's row while the account has the actor's credential; always if the actor has none. */
export const HAS_CREDENTIAL = `account.key_digest = COALESCE(CAST(:key_digest AS TEXT), account.key_digest)
  AND account.session_epoch = COALESCE(CAST(:session_epoch AS BIGINT), account.session_epoch)`;

/** The outcome of a write whose guard found no such account. */
export const rejectionOf = ({ credential }: Actor) => (credential ? 'unauthorized' : 'stale');

export const credentialParameters = ({ credential }: Pick<Actor, 'credential'>) => ({
  key_digest: credential?.kind === 'key' ? credential.digest : null,
  session_epoch: credential?.kind === 'session' ? credential.epoch : null,
});

/** Locks the row, so that a reset of the key or a change of the password waits until the writes that follow are done. */
const LOCK_ACCOUNT = statement(
  `UPDATE account SET session_epoch = session_epoch WHERE id = :account_id AND ${HAS_CREDENTIAL}`,
);

/** Applies writes while the account has the credential; without one, always. */
export async function applyWithCredential(
  database: Pick<SqlDatabase, 'atomically'>,
  owner: AccountId,
  credential: Credential | undefined,
  writes: readonly Write[],
): Promise<WriteResult> {
  if (!credential) return database.atomically(writes);
  const parameters = { account_id: owner, ...credentialParameters({ credential }) };
  const result = await database.atomically([{ statement: LOCK_ACCOUNT, parameters, rows: 1 }, ...writes]);
  if (!('rejectedAt' in result)) return { rows: result.rows.slice(1) };
  if (result.rejectedAt === 0) throw new CredentialRetired();
  return { ...result, rejectedAt: result.rejectedAt - 1 };
}

/** Applies one write that must affect a row, while the account has the credential. False if there is no such row. */
export async function writeRowWithCredential(
  database: SqlDatabase,
  owner: AccountId,
  credential: Credential | undefined,
  statement: Statement,
  parameters: Parameters,
): Promise<boolean> {
  return !(
    'rejectedAt' in (await applyWithCredential(database, owner, credential, [{ statement, parameters, rows: 1 }]))
  );
}
