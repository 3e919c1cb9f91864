import type { StorageFault } from '../../../../application/ports/storage/storage-maintenance.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { OWN_BYTES } from '../prompts/sql-content-steps.ts';
import { readPages } from '../read-pages.ts';
import { type Row, type SqlDatabase, type SqlSnapshot, statement } from '../sql-database.ts';

const IS_USED = `EXISTS (SELECT 1 FROM prompt_version WHERE prompt_version.account_id = prompt_content.account_id
  AND prompt_version.content_digest = prompt_content.digest)`;
const COUNT_PROMPTS = '(SELECT COUNT(*) FROM prompt WHERE prompt.account_id = account.id)';
const SUM_BYTES = `(SELECT COALESCE(SUM(${OWN_BYTES}), 0) FROM prompt_version
    WHERE prompt_version.account_id = account.id AND prompt_version.content_digest IS NULL)
  + (SELECT COALESCE(SUM(${OWN_BYTES}), 0) FROM prompt_content
    WHERE prompt_content.account_id = account.id AND ${IS_USED})`;

const ACCOUNTS = statement(
  `SELECT id, prompt_count, content_bytes, ${COUNT_PROMPTS} AS prompts, ${SUM_BYTES} AS bytes,
     (SELECT COUNT(*) FROM prompt_content WHERE prompt_content.account_id = account.id AND NOT ${IS_USED}) AS unused,
     (SELECT COUNT(*) FROM prompt_content WHERE prompt_content.account_id = account.id AND bytes <> ${OWN_BYTES}) AS missized
   FROM account WHERE id > :after ORDER BY id LIMIT :limit`,
);
/** Raises no revision: nothing changes that anyone can read. */
const LOCK_ACCOUNT = statement('UPDATE account SET prompts_revision = prompts_revision WHERE id = :id');
const REMOVE_UNUSED = statement(`DELETE FROM prompt_content WHERE account_id = :id AND NOT ${IS_USED}`);
const SET_BYTES = statement(
  `UPDATE prompt_content SET bytes = ${OWN_BYTES} WHERE account_id = :id AND bytes <> ${OWN_BYTES}`,
);
const SET_COUNTS = statement(
  `UPDATE account SET prompt_count = ${COUNT_PROMPTS}, content_bytes = CAST(${SUM_BYTES} AS BIGINT) WHERE id = :id`,
);

const PAGE_ROWS = 100;

/** Finds content that no version has, and wrong counts of what quotas limit. Repairs both. */
export async function* inspectContent(database: SqlDatabase, snapshot: SqlSnapshot): AsyncIterable<StorageFault> {
  for await (const account of readPages(snapshot, ACCOUNTS, PAGE_ROWS)) yield* inspectAccount(database, account);
}

async function* inspectAccount(database: SqlDatabase, account: Row): AsyncIterable<StorageFault> {
  const accountId = String(account['id']) as AccountId;
  const number = (column: string) => Number(account[column]);
  const unused = number('unused');
  const isCounted =
    number('prompt_count') === number('prompts') &&
    number('content_bytes') === number('bytes') &&
    number('missized') === 0;
  if (unused === 0 && isCounted) return;

  // The counts are computed again under the lock, so that what changed since the snapshot is right, too.
  const parameters = { id: accountId };
  await database.atomically([
    { statement: LOCK_ACCOUNT, parameters, rows: 1 },
    { statement: REMOVE_UNUSED, parameters },
    { statement: SET_BYTES, parameters },
    { statement: SET_COUNTS, parameters },
  ]);
  if (unused > 0) {
    yield { kind: 'leftover', what: `${unused} contents belonged to no version`, accountId, repaired: true };
  }
  if (!isCounted) {
    yield { kind: 'index', what: 'its use of the quotas was counted wrong', accountId, repaired: true };
  }
}
