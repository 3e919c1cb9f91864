import {
  type KeyStorage,
  PREFETCH_BYTES_MAX,
  type PromptSelection,
  type RotationPage,
} from '../../../../application/ports/key-storage.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { KeyDigest, SealedKey, StoredKey } from '../../../../domain/accounts/api-key.ts';
import { type KeyRotation, rotationRecordsMax } from '../../../../domain/accounts/key-rotation.ts';
import { accountIdIn, identityFromRow } from '../../rows/account-row.ts';
import { fromRotationRow } from '../../rows/rotation-row.ts';
import { whole } from '../../rows/row-fields.ts';
import { fromPrintedRow, printedStatement } from '../prompts/sql-printed-reading.ts';
import { eachJoin, joinFor, joinVersion, textOf } from '../prompts/sql-prompt-columns.ts';
import { type SqlDatabase, sqliteStatement, statement } from '../sql-database.ts';

const FIND_BY_DIGEST = statement('SELECT id, email, name FROM account WHERE key_digest = :digest');
const FIND_WITH_REVISION = statement('SELECT id, prompts_revision FROM account WHERE key_digest = :digest');

/** The content is null when there is no such version, and when it is large or, as in 0.1, the version's own. */
const FIND_WITH_READING = eachJoin((join) => {
  const findBy = (column: 'id' | 'name') =>
    printedStatement(
      join,
      (content) => `prompt_content.${content}`,
      (columns) => `SELECT account.id AS owner_id, account.prompts_revision, ${columns}
        FROM account LEFT JOIN prompt ON prompt.account_id = account.id AND prompt.${column} = :reference
        ${joinVersion(join)} AND prompt_content.bytes <= ${PREFETCH_BYTES_MAX}
        WHERE account.key_digest = :digest`,
    );
  return { id: findBy('id'), name: findBy('name') };
});

/** Compare and swap in one statement: the retired digest is part of the WHERE. */
const SWAP_KEY = `UPDATE account
  SET key_digest = :issued, key_sealed = :sealed, key_issued_at = :issued_at, rotations = rotations + 1
  WHERE id = :account_id AND key_digest = :retired`;
const recordRotation = (account: string) =>
  `INSERT INTO key_rotation (account_id, number, issued_digest, rotated_at, rotated_by, address)
   SELECT id, rotations, key_digest, key_issued_at, CAST(:rotated_by AS TEXT), CAST(:address AS TEXT) FROM ${account}`;

const ROTATE = statement({
  sqlite: SWAP_KEY,
  // One round trip instead of three. Changes nothing unless the key is swapped.
  postgres: `WITH swapped AS (${SWAP_KEY} RETURNING id, rotations, key_digest, key_issued_at),
    recorded AS (${recordRotation('swapped')}),
    deleted AS (DELETE FROM key_rotation USING swapped
      WHERE account_id = id AND number <= swapped.rotations - CAST(:kept AS BIGINT))
    SELECT id FROM swapped`,
});
const RECORD_ROTATION = sqliteStatement(`${recordRotation('account')} WHERE id = :account_id`);
const DELETE_OLDEST = sqliteStatement(
  `DELETE FROM key_rotation
   WHERE account_id = :account_id AND number <= (SELECT rotations FROM account WHERE id = :account_id) - :kept`,
);
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
    return row && { id: accountIdIn(row, 'id'), promptsRevision: whole(row, 'prompts_revision') };
  }

  async findWithReading(digest: KeyDigest, _likely: AccountId, { reference, choice }: PromptSelection) {
    const { join, parameters } = joinFor(choice);
    const row = await this.database.first(FIND_WITH_READING[join][reference.by], {
      digest,
      reference: textOf(reference),
      ...parameters,
    });
    if (!row) return undefined;
    const promptsRevision = whole(row, 'prompts_revision');
    return { id: accountIdIn(row, 'owner_id'), promptsRevision, reading: fromPrintedRow(row) };
  }

  async apply({ accountId, retired, issued, origin }: KeyRotation) {
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
    const result = await this.database.atomically([
      { statement: ROTATE, parameters, rows: 1 },
      { statement: RECORD_ROTATION, parameters, rows: 1 },
      { statement: DELETE_OLDEST, parameters },
    ]);
    return 'rejectedAt' in result ? 'superseded' : 'applied';
  }

  async wasApplied({ accountId, issued }: KeyRotation) {
    const row = await this.database.first(FIND_ROTATION, { account_id: accountId, issued: issued.digest });
    return row !== undefined;
  }

  async reseal(accountId: AccountId, held: StoredKey, sealed: SealedKey) {
    const parameters = { account_id: accountId, digest: held.digest, held_sealed: held.sealed, sealed };
    const result = await this.database.atomically([{ statement: RESEAL, parameters, rows: 1 }]);
    return 'rejectedAt' in result ? 'superseded' : 'resealed';
  }

  async rotations(accountId: AccountId, { before = Number.MAX_SAFE_INTEGER, limit }: RotationPage) {
    const rows = await this.database.all(LIST_ROTATIONS, { account_id: accountId, before, limit });
    return rows.map(fromRotationRow);
  }
}
