import type { AccountRepository } from '../../../../application/ports/account-repository.ts';
import type { Account, AccountId, DisplayName, Email, PasswordHash } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import { fromAccountRow, toAccountRow } from '../../rows/account-row.ts';
import { applyWithCredential } from '../credential-guard.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import { readPages } from '../read-pages.ts';
import { type SqlDatabase, statement } from '../sql-database.ts';

const ADD = statement(
  `INSERT INTO account
     (id, email, name, password_hash, session_epoch, key_digest, key_sealed, key_issued_at, created_at)
   VALUES (:id, :email, :name, :password_hash, :session_epoch, :key_digest, :key_sealed, :key_issued_at, :created_at)
   ON CONFLICT (email) DO NOTHING`,
);
const RECORD_FIRST = statement(
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
const REMOVE_SOME_CHANGES = statement(
  `DELETE FROM change WHERE account_id = :id AND (revision, n) IN
     (SELECT revision, n FROM change WHERE account_id = :id LIMIT 500)
   RETURNING n`,
);
const REMOVE_SOME_PROMPTS = statement(
  `DELETE FROM prompt WHERE account_id = :id AND id IN (SELECT id FROM prompt WHERE account_id = :id LIMIT 500)
   RETURNING id`,
);
/** Removes only content of removed prompts: another may have been created since. */
const REMOVE_SOME_CONTENT = statement(
  `DELETE FROM prompt_content WHERE account_id = :id AND digest IN
     (SELECT digest FROM prompt_content WHERE account_id = :id AND NOT EXISTS (SELECT 1 FROM prompt_version
        WHERE prompt_version.account_id = :id AND prompt_version.content_digest = prompt_content.digest) LIMIT 100)
   RETURNING digest`,
);
const REMOVE_SOME_USAGE = [
  statement(
    `DELETE FROM usage_call WHERE account_id = :id AND (hour, route, status_class) IN
       (SELECT hour, route, status_class FROM usage_call WHERE account_id = :id LIMIT 500)
     RETURNING hour`,
  ),
  statement(
    `DELETE FROM usage_read WHERE account_id = :id AND (hour, prompt_id, version) IN
       (SELECT hour, prompt_id, version FROM usage_read WHERE account_id = :id LIMIT 500)
     RETURNING hour`,
  ),
  statement(
    `DELETE FROM usage_prompt WHERE account_id = :id AND (hour, prompt_id, version, label) IN
       (SELECT hour, prompt_id, version, label FROM usage_prompt WHERE account_id = :id LIMIT 500)
     RETURNING hour`,
  ),
];
/** Removes one webhook at a time, because each can have a thousand deliveries. */
const REMOVE_SOME_WEBHOOKS = statement(
  `DELETE FROM webhook WHERE account_id = :id AND id IN (SELECT id FROM webhook WHERE account_id = :id LIMIT 1)
   RETURNING id`,
);
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
    const result = await this.database.atomically([
      { statement: REHASH_PASSWORD, parameters: { id, retired, renewed }, rows: 1 },
    ]);
    return 'rejectedAt' in result ? 'superseded' : 'replaced';
  }

  async changePassword(id: AccountId, retired: PasswordHash, chosen: PasswordHash) {
    const result = await this.database.atomically([
      { statement: CHANGE_PASSWORD, parameters: { id, retired, chosen }, rows: 1 },
    ]);
    return 'rejectedAt' in result ? 'superseded' : 'replaced';
  }

  async rename(id: AccountId, name: DisplayName, credential?: Credential) {
    const writes = [{ statement: RENAME, parameters: { id, name }, rows: 1 }];
    const result = await applyWithCredential(this.database, id, credential, writes);
    return 'rejectedAt' in result ? 'not-found' : 'renamed';
  }

  async remove(id: AccountId) {
    await deleteInBatches(this.database, REMOVE_SOME_CHANGES, { id });
    // Prompts that are created concurrently are removed with the account itself.
    for (const removeSome of [REMOVE_SOME_PROMPTS, REMOVE_SOME_CONTENT]) {
      await deleteInBatches(
        this.database,
        removeSome,
        { id },
        { statement: LOCK_ACCOUNT, parameters: { id }, rows: 1 },
      );
    }
    for (const removeSome of [REMOVE_SOME_WEBHOOKS, ...REMOVE_SOME_USAGE]) {
      await deleteInBatches(this.database, removeSome, { id });
    }
    const result = await this.database.atomically([{ statement: REMOVE, parameters: { id }, rows: 1 }]);
    return 'rejectedAt' in result ? 'not-found' : 'removed';
  }

  async everHeldAccount() {
    return (await this.database.first(FIRST, {})) !== undefined;
  }
}
