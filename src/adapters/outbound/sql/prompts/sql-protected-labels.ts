import { CredentialRetired } from '../../../../application/ports/credential-retired.ts';
import type { Stale } from '../../../../application/ports/prompts/prompt-writer.ts';
import type {
  ProtectedLabels,
  ProtectionReplaced,
  ProtectionReplacement,
} from '../../../../application/ports/prompts/protected-labels.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import { isSameProtection } from '../../../../domain/prompts/protected-labels.ts';
import { credentialParameters, HAS_CREDENTIAL } from '../credential-guard.ts';
import { insertRows, OF_OWNER } from '../insert-rows.ts';
import { overRows, type SqlDatabase, statement } from '../sql-database.ts';
import { recordProtection } from './sql-change-steps.ts';
import { setLocks } from './sql-lock-steps.ts';
import { lockAccount } from './sql-precondition-steps.ts';
import type { Step } from './sql-prompt-steps.ts';

const LIST = statement('SELECT label FROM protected_label WHERE account_id = :owner ORDER BY label');

/**
 * Returns a row for every label that is in only one of the two lists, one if the account is at another revision, and an empty
 * one if there is no such account.
 */
const DIFFERENCES = statement(
  overRows(
    'rows',
    (rows) =>
      `SELECT label FROM protected_label
       WHERE account_id = :owner AND label NOT IN (SELECT item.value ->> 0 FROM ${rows})
       UNION ALL SELECT item.value ->> 0 FROM ${rows}
       WHERE item.value ->> 0 NOT IN (SELECT label FROM protected_label WHERE account_id = :owner)
       UNION ALL SELECT '' WHERE NOT EXISTS (SELECT 1 FROM account WHERE id = :owner AND ${HAS_CREDENTIAL})
       UNION ALL SELECT '-' FROM account WHERE id = :owner AND prompts_revision <> CAST(:account_revision AS BIGINT)`,
  ),
);
const CLEAR = statement('DELETE FROM protected_label WHERE account_id = :owner');
const ADD = insertRows('protected_label', OF_OWNER, { label: 'text' });

export class SqlProtectedLabels implements ProtectedLabels {
  constructor(private readonly database: SqlDatabase) {}

  async read(owner: AccountId): Promise<readonly Label[]> {
    return (await this.database.all(LIST, { owner })).map(({ label }) => label as Label);
  }

  async replace(replacement: ProtectionReplacement): Promise<ProtectionReplaced | Stale> {
    const { owner, change, locks = [], accountRevision, by, at } = replacement;
    const { before, labels } = change;
    const compared = { ...withRows(owner, before), ...credentialParameters(by) };
    // A plain read confirms: a database shows only what is committed as durably as what it acknowledges.
    if (isSameProtection(change) && locks.length === 0) {
      const parameters = { ...compared, account_revision: accountRevision ?? null };
      const differences = await this.database.all(DIFFERENCES, parameters);
      if (by.credential && differences.some(({ label }) => label === '')) throw new CredentialRetired();
      return { kind: differences.length === 0 ? 'replaced' : 'stale' };
    }
    const writes: readonly Step<'unauthorized' | 'stale'>[] = [
      ...lockAccount(owner, by, { accountRevision }),
      { statement: DIFFERENCES, parameters: { ...compared, account_revision: null }, rows: 0, rejection: 'stale' },
      { statement: CLEAR, parameters: { owner } },
      { statement: ADD, parameters: withRows(owner, labels) },
      ...setLocks(owner, locks, at),
      recordProtection(owner, change, { by, at }),
    ];
    const result = await this.database.atomically(writes);
    if (!('rejectedAt' in result)) return { kind: 'replaced' };
    if (writes[result.rejectedAt]?.rejection === 'unauthorized') throw new CredentialRetired();
    return { kind: 'stale' };
  }
}

const withRows = (owner: AccountId, labels: readonly Label[]) => ({
  owner,
  rows: JSON.stringify(labels.map((label) => [label])),
});
