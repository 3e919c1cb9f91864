import type { KeyStorage, RotationPage } from '../../../../application/ports/key-storage.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import type { KeyDigest, SealedKey, StoredKey } from '../../../../domain/accounts/api-key.ts';
import { type KeyRotation, rotationRecordsMax } from '../../../../domain/accounts/key-rotation.ts';
import { revisionIn } from '../../../../domain/prompts/write-id.ts';
import { accountIdIn, identityFromRow } from '../../rows/account-row.ts';
import { fromRotationRow } from '../../rows/rotation-row.ts';
import { promptsStateIn } from '../../rows/write-id.ts';
import { writeRowWithCredential } from '../credential-guard.ts';
import { type Row, type SqlDatabase, statement, writeRow } from '../sql-database.ts';

const FIND_BY_DIGEST = statement('SELECT id, email, name FROM account WHERE key_digest = :digest');
const FIND_WITH_REVISION = statement(
  'SELECT id, prompts_revision, prompts_write_id FROM account WHERE key_digest = :digest',
);

/** Compare and swap in one statement: the retired digest is part of the WHERE. */
const SWAP_KEY = `UPDATE account
  SET key_digest = :issued, key_sealed = :sealed, key_issued_at = :issued_at, rotations = rotations + 1
  WHERE id = :account_id AND key_digest = :retired`;
const recordRotation = (account: string) =>
  `INSERT INTO key_rotation (account_id, number, issued_digest, rotated_at, rotated_by, address)
   SELECT id, rotations, key_digest, key_issued_at, CAST(:rotated_by AS TEXT), CAST(:address AS TEXT) FROM ${account}`;

const ROTATE = statement({
  sqlite: [
    SWAP_KEY,
    `${recordRotation('account')} WHERE id = :account_id`,
    `DELETE FROM key_rotation
     WHERE account_id = :account_id AND number <= (SELECT rotations FROM account WHERE id = :account_id) - :kept`,
  ],
  // One round trip instead of three. Changes nothing unless the key is swapped.
  postgres: `WITH swapped AS (${SWAP_KEY} RETURNING id, rotations, key_digest, key_issued_at),
    recorded AS (${recordRotation('swapped')}),
    deleted AS (DELETE FROM key_rotation USING swapped
      WHERE account_id = id AND number <= swapped.rotations - CAST(:kept AS BIGINT))
    SELECT id FROM swapped`,
});
const FIND_ROTATION = statement(
  'SELECT number FROM key_rotation WHERE account_id = :account_id AND issued_digest = :issued',
);
const RESEAL = statement(
  `UPDATE account SET key_sealed = :sealed
   WHERE id = :account_id AND key_digest = :digest AND key_sealed = :held_sealed`,
);
const LIST_ROTATIONS = statement(
  `SELECT number, rotated_at, rotated_by, address FROM key_rotation
   WHERE account_id = :account_id AND number < :before ORDER BY number DESC LIMIT :limit`,
);

export class SqlKeyStorage implements KeyStorage {
  constructor(private readonly database: SqlDatabase) {}

  async findByDigest(digest: KeyDigest) {
    const row = await this.database.first(FIND_BY_DIGEST, { digest });
    return row && identityFromRow(row);
  }

  async findWithRevision(digest: KeyDigest) {
    const row = await this.database.first(FIND_WITH_REVISION, { digest });
    return row && { id: accountIdIn(row, 'id'), ...stateIn(row) };
  }

  async apply({ accountId, retired, issued, origin }: KeyRotation, credential?: Credential) {
    const parameters = {
      account_id: accountId,
      retired,
      issued: issued.digest,
      sealed: issued.sealed,
      issued_at: issued.issuedAt.getTime(),
      rotated_by: origin.by,
      address: origin.address,
      kept: rotationRecordsMax,
    };
    const isApplied = await writeRowWithCredential(this.database, accountId, credential, ROTATE, parameters);
    return isApplied ? 'applied' : 'superseded';
  }

  async wasApplied({ accountId, issued }: KeyRotation) {
    const row = await this.database.first(FIND_ROTATION, { account_id: accountId, issued: issued.digest });
    return row !== undefined;
  }

  async reseal(accountId: AccountId, held: StoredKey, sealed: SealedKey) {
    const parameters = { account_id: accountId, digest: held.digest, held_sealed: held.sealed, sealed };
    return (await writeRow(this.database, RESEAL, parameters)) ? 'resealed' : 'superseded';
  }

  async rotations(accountId: AccountId, { before = Number.MAX_SAFE_INTEGER, limit }: RotationPage) {
    const rows = await this.database.all(LIST_ROTATIONS, { account_id: accountId, before, limit });
    return rows.map(fromRotationRow);
  }
}

function stateIn(row: Row) {
  const promptsState = promptsStateIn(row);
  return { promptsRevision: revisionIn(promptsState), promptsState };
}
