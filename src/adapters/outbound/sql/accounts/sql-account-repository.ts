import type { AccountRepository } from '../../../../application/ports/account-repository.ts';
import type { Account, AccountId, DisplayName, Email, PasswordHash } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import { fromAccountRow, toAccountRow } from '../../rows/account-row.ts';
import { writeRowWithCredential } from '../credential-guard.ts';
import { deleteInBatches, deleteSome } from '../delete-in-batches.ts';
import { readPages } from '../read-pages.ts';
import { type SqlDatabase, statement, writeRow } from '../sql-database.ts';
import { deleteCounts } from '../usage/sql-usage-log.ts';

const ADD = statement(
  `INSERT INTO account
     (id, email, name, password_hash, session_epoch, key_digest, key_sealed, key_issued_at, created_at)
   VALUES (:id, :email, :name, :password_hash, :session_epoch, :key_digest, :key_sealed, :key_issued_at, :created_at)
   ON CONFLICT (email) DO NOTHING`,
);
export const RECORD_FIRST = statement(
  'INSERT INTO first_account (only_row, account_id) VALUES (1, :id) ON CONFLICT (only_row) DO NOTHING',
);
const FIND = statement('SELECT * FROM account WHERE id = :id');
const FIND_BY_EMAIL = statement('SELECT * FROM account WHERE email = :email');
const PAGE = statement('SELECT * FROM account WHERE id > :after ORDER BY id LIMIT :limit');
const REHASH_PASSWORD = statement(
  'UPDATE account SET password_hash = :renewed WHERE id = :id AND password_hash = :retired',
);
const CHANGE_PASSWORD = statement(
  `UPDATE account SET password_hash = :chosen, session_epoch = session_epoch + 1
   WHERE id = :id AND password_hash = :retired`,
);
const RENAME = statement('UPDATE account SET name = :name WHERE id = :id');
const LOCK_ACCOUNT = statement('UPDATE account SET prompts_revision = prompts_revision + 1 WHERE id = :id');
/** Runs before prompts are removed, which raises the account's revision: no feed may lack a revision. */
const REMOVE_SOME_CHANGES = deleteSome('change', 'account_id, revision, n', 'account_id = :id');
const REMOVE_SOME_PROMPTS = deleteSome('prompt', 'account_id, id', 'account_id = :id');
/** Removes only content of removed prompts: another may have been created since. */
const REMOVE_SOME_CONTENT = deleteSome(
  'prompt_content',
  'account_id, digest',
  `account_id = :id AND NOT EXISTS (SELECT 1 FROM prompt_version
     WHERE prompt_version.account_id = :id AND prompt_version.content_digest = prompt_content.digest)`,
  { limit: 100 },
);
const REMOVE_SOME_USAGE = deleteCounts('account_id = :id');
/** Removes one webhook at a time, because each can have a thousand deliveries. */
const REMOVE_SOME_WEBHOOKS = deleteSome('webhook', 'account_id, id', 'account_id = :id', { limit: 1 });
const REMOVE = statement('DELETE FROM account WHERE id = :id');
const FIRST = statement('SELECT account_id FROM first_account');

const PAGE_ROWS = 500;

export class SqlAccountRepository implements AccountRepository {
  constructor(private readonly database: SqlDatabase) {}

  async add(account: Account) {
    const result = await this.database.atomically([
      { statement: RECORD_FIRST, parameters: { id: account.id } },
      { statement: ADD, parameters: { ...toAccountRow(account) }, rows: 1, growth: 'content' },
    ]);
    return 'rejectedAt' in result ? 'email-taken' : 'added';
  }

  /** Writes in the same order as `add`, so that concurrent calls cannot deadlock. */
  async addFirst(account: Account) {
    const result = await this.database.atomically([
      { statement: RECORD_FIRST, parameters: { id: account.id }, rows: 1 },
      { statement: ADD, parameters: { ...toAccountRow(account) }, rows: 1 },
    ]);
    return 'rejectedAt' in result ? 'not-first' : 'added';
  }

  async find(id: AccountId) {
    const row = await this.database.first(FIND, { id });
    return row && fromAccountRow(row);
  }

  async findByEmail(email: Email) {
    const row = await this.database.first(FIND_BY_EMAIL, { email });
    return row && fromAccountRow(row);
  }

  async *all() {
    for await (const row of readPages(this.database, PAGE, PAGE_ROWS)) yield fromAccountRow(row);
  }

  async rehashPassword(id: AccountId, retired: PasswordHash, renewed: PasswordHash) {
    const isReplaced = await writeRow(this.database, REHASH_PASSWORD, { id, retired, renewed });
    return isReplaced ? 'replaced' : 'superseded';
  }

  async changePassword(id: AccountId, retired: PasswordHash, chosen: PasswordHash) {
    const isReplaced = await writeRow(this.database, CHANGE_PASSWORD, { id, retired, chosen });
    return isReplaced ? 'replaced' : 'superseded';
  }

  async rename(id: AccountId, name: DisplayName, credential?: Credential) {
    const isRenamed = await writeRowWithCredential(this.database, id, credential, RENAME, { id, name });
    return isRenamed ? 'renamed' : 'not-found';
  }

  async remove(id: AccountId) {
    await deleteInBatches(this.database, REMOVE_SOME_CHANGES, { id });
    // Prompts that are created concurrently are removed with the account itself.
    for (const removeSome of [REMOVE_SOME_PROMPTS, REMOVE_SOME_CONTENT]) {
      const lock = { statement: LOCK_ACCOUNT, parameters: { id }, rows: 1 };
      await deleteInBatches(this.database, removeSome, { id }, lock);
    }
    for (const removeSome of [REMOVE_SOME_WEBHOOKS, ...REMOVE_SOME_USAGE]) {
      await deleteInBatches(this.database, removeSome, { id });
    }
    return (await writeRow(this.database, REMOVE, { id })) ? 'removed' : 'not-found';
  }

  async everHeldAccount() {
    return (await this.database.first(FIRST, {})) !== undefined;
  }
}
