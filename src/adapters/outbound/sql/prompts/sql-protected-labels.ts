import type { Stale } from '../../../../application/ports/prompts/prompt-writer.ts';
import type {
  ProtectedLabels,
  ProtectionReplaced,
  ProtectionReplacement,
} from '../../../../application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import { isSameProtection } from '../../../../domain/prompts/protected-labels.ts';
import { overRows, type SqlDatabase, statement, type Write } from '../sql-database.ts';
import { recordProtection } from './sql-change-steps.ts';
import { lockAccount } from './sql-prompt-steps.ts';

const LIST = statement('SELECT label FROM protected_label WHERE account_id = :owner ORDER BY label');

/** Returns a row for every label that is in only one of the two lists, and one if there is no such account. */
const DIFFERENCES = statement(
  overRows(
    'rows',
    (rows) =>
      `SELECT label FROM protected_label
       WHERE account_id = :owner AND label NOT IN (SELECT item.value ->> 0 FROM ${rows})
       UNION ALL SELECT item.value ->> 0 FROM ${rows}
       WHERE item.value ->> 0 NOT IN (SELECT label FROM protected_label WHERE account_id = :owner)
       UNION ALL SELECT '' WHERE NOT EXISTS (SELECT 1 FROM account WHERE id = :owner)`,
  ),
);
const CLEAR = statement('DELETE FROM protected_label WHERE account_id = :owner');
const ADD = statement(
  overRows(
    'rows',
    (rows) =>
      `INSERT INTO protected_label (account_id, label) SELECT CAST(:owner AS TEXT), item.value ->> 0 FROM ${rows}`,
  ),
);

export class SqlProtectedLabels implements ProtectedLabels {
  constructor(private readonly database: SqlDatabase) {}

  async read(owner: AccountId): Promise<readonly Label[]> {
    return (await this.database.all(LIST, { owner })).map(({ label }) => label as Label);
  }

  async replace({ owner, change, by, at }: ProtectionReplacement): Promise<ProtectionReplaced | Stale> {
    const { before, labels } = change;
    // A plain read confirms: a database shows only what is committed as durably as what it acknowledges.
    if (isSameProtection(change)) {
      const differences = await this.database.all(DIFFERENCES, withRows(owner, before));
      return { kind: differences.length === 0 ? 'replaced' : 'stale' };
    }
    const writes: readonly Write[] = [
      lockAccount(owner, {}),
      { statement: DIFFERENCES, parameters: withRows(owner, before), rows: 0 },
      { statement: CLEAR, parameters: { owner } },
      { statement: ADD, parameters: withRows(owner, labels) },
      recordProtection(owner, { ...change, by }, at),
    ];
    const result = await this.database.atomically(writes);
    return { kind: 'rejectedAt' in result ? 'stale' : 'replaced' };
  }
}

const withRows = (owner: AccountId, labels: readonly Label[]) => ({
  owner,
  rows: JSON.stringify(labels.map((label) => [label])),
});
