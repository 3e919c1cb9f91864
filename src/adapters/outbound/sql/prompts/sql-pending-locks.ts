import type { PendingLocks } from '../../../../application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { type SqlDatabase, statement } from '../sql-database.ts';

const LIST = statement('SELECT account_id FROM pending_lock LIMIT :limit');
const DELETE = statement('DELETE FROM pending_lock WHERE account_id = :owner');

/** The accounts that a migration or a transfer marked. */
export class SqlPendingLocks implements PendingLocks {
  constructor(private readonly database: SqlDatabase) {}

  async list(limit: number): Promise<readonly AccountId[]> {
    return (await this.database.all(LIST, { limit })).map(({ account_id }) => account_id as AccountId);
  }

  async markLocked(owner: AccountId): Promise<void> {
    await this.database.atomically([{ statement: DELETE, parameters: { owner } }]);
  }
}
