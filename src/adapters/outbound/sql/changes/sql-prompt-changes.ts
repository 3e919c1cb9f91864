import { setImmediate as otherRequests } from 'node:timers/promises';
import type { ChangePage, PromptChanges } from '../../../../application/ports/prompts/prompt-changes.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import { CHANGES_PER_ACCOUNT_MAX, type ChangePosition, comparePositions } from '../../../../domain/changes/change.ts';
import { fromChangeRow } from '../../rows/change-row.ts';
import { readPages } from '../read-pages.ts';
import { type Row, type SqlDatabase, statement } from '../sql-database.ts';

/** One statement is one consistent read. There is one row without a change if there are none. */
const AFTER = statement(
  `SELECT account.prompts_revision, oldest.revision AS oldest_revision, oldest.n AS oldest_n, page.*
   FROM account
   LEFT JOIN (SELECT revision, n FROM change WHERE account_id = :owner ORDER BY revision, n LIMIT 1) AS oldest ON TRUE
   LEFT JOIN (
     SELECT * FROM change WHERE account_id = :owner AND (revision, n) >= (:revision, :n)
     ORDER BY revision, n LIMIT :limit
   ) AS page ON TRUE
   WHERE account.id = :owner
   ORDER BY page.revision, page.n`,
);
const latest = (condition: string) =>
  statement(
    `SELECT account.prompts_revision, page.*
     FROM account
     LEFT JOIN (
       SELECT * FROM change WHERE account_id = :owner ${condition} ORDER BY revision DESC, n DESC LIMIT :limit
     ) AS page ON TRUE
     WHERE account.id = :owner
     ORDER BY page.revision DESC, page.n DESC`,
  );
const LATEST = { any: latest(''), before: latest('AND (revision, n) < (:revision, :n)') };

const ACCOUNTS = statement(
  `SELECT id, (SELECT change.at FROM change WHERE change.account_id = account.id ORDER BY revision, n LIMIT 1) AS oldest_at
   FROM account WHERE id > :after ORDER BY id LIMIT :limit`,
);
const OLDEST = statement(
  `SELECT revision, n, change.at FROM change WHERE account_id = :owner ORDER BY revision, n LIMIT :limit`,
);
/** The newest of those beyond the maximum. */
const BEYOND_MAX = statement(
  `SELECT revision, n FROM change WHERE account_id = :owner ORDER BY revision DESC, n DESC LIMIT 1 OFFSET :limit`,
);
const DELETE_UNTIL = statement(`DELETE FROM change WHERE account_id = :owner AND (revision, n) <= (:revision, :n)`);

const PAGE_ACCOUNTS = 500;
const BATCH_ROWS = 500;

export class SqlPromptChanges implements PromptChanges {
  constructor(private readonly database: SqlDatabase) {}

  /** Reads one more, because the first may be the one at the position. */
  async after(owner: AccountId, position: ChangePosition, limit: number) {
    const { revision, n } = position;
    const rows = await this.database.all(AFTER, { owner, revision, n, limit: limit + 1 });
    const [first] = rows;
    const changes = changesIn(rows);
    const [found] = changes;
    const at = found && comparePositions(found, position) === 0 ? found : undefined;
    return {
      changes: at ? changes.slice(1) : changes.slice(0, limit),
      revision: revisionIn(first),
      at,
      oldest: first && toOldest(first),
    };
  }

  async latest(owner: AccountId, { before, limit }: ChangePage) {
    const rows = before
      ? await this.database.all(LATEST.before, { owner, revision: before.revision, n: before.n, limit })
      : await this.database.all(LATEST.any, { owner, limit });
    return { changes: changesIn(rows), revision: revisionIn(rows[0]) };
  }

  async deleteBefore(cutoff: Date): Promise<void> {
    for await (const { id, oldest_at } of readPages(this.database, ACCOUNTS, PAGE_ACCOUNTS)) {
      if (oldest_at !== null) await this.deleteOldest(id as AccountId, cutoff, Number(oldest_at) < cutoff.getTime());
    }
  }

  /**
   * Deletes only from the beginning of the feed: a client that reads on after an older change would not notice that one
   * is missing. The newest is never among the oldest rows that are deleted, because one more than these is read.
   */
  private async deleteOldest(owner: AccountId, cutoff: Date, hasOld: boolean): Promise<void> {
    const beyond = await this.database.first(BEYOND_MAX, { owner, limit: CHANGES_PER_ACCOUNT_MAX });
    if (!hasOld && !beyond) return;
    const isTooMany = (row: Row): boolean =>
      beyond !== undefined && comparePositions(toPosition(row), toPosition(beyond)) <= 0;
    for (;;) {
      const oldest = await this.database.all(OLDEST, { owner, limit: BATCH_ROWS + 1 });
      const deletable = oldest.slice(0, -1);
      const kept = deletable.findIndex((row) => Number(row['at']) >= cutoff.getTime() && !isTooMany(row));
      const last = kept === -1 ? deletable.at(-1) : deletable[kept - 1];
      if (!last) return;
      await this.database.atomically([{ statement: DELETE_UNTIL, parameters: { owner, ...toPosition(last) } }]);
      if (kept !== -1 || oldest.length <= BATCH_ROWS) return;
      await otherRequests();
    }
  }
}

const changesIn = (rows: readonly Row[]) => rows.filter((row) => row['type'] !== null).map(fromChangeRow);

/** No row: the account does not exist. */
const revisionIn = (row: Row | undefined): number => Number(row?.['prompts_revision'] ?? 0);

const toPosition = (row: Row) => ({ revision: Number(row['revision']), n: Number(row['n']) });

function toOldest(row: Row): ChangePosition | undefined {
  if (row['oldest_revision'] === null) return undefined;
  return { revision: Number(row['oldest_revision']), n: Number(row['oldest_n']) };
}
