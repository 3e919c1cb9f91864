import type { RecordChange, SharedRecords } from '../../records/shared-records.ts';
import { text } from '../../rows/row-fields.ts';
import { deleteSome } from '../delete-in-batches.ts';
import { overRows, type Parameters, type SqlDatabase, type Statement, statement } from '../sql-database.ts';

const statementsFor = (table: string) => ({
  read: statement(
    overRows('keys', (rows) => `SELECT key, record FROM ${table} WHERE key IN (SELECT item.value ->> 0 FROM ${rows})`),
  ),
  insert: statement(
    `INSERT INTO ${table} (key, record, expires_at) VALUES (:key, :text, :expires_at)
     ON CONFLICT (key) DO NOTHING RETURNING key`,
  ),
  update: statement(
    `UPDATE ${table} SET record = :text, expires_at = :expires_at
     WHERE key = :key AND record = :replaced RETURNING key`,
  ),
  delete: statement(`DELETE FROM ${table} WHERE key = :key AND record = :replaced RETURNING key`),
  deleteExpired: deleteSome(table, 'key', 'expires_at < :now', { limit: 10, skipsLocked: true }),
});

const THROTTLE = statementsFor('sign_in_record');
const RESPONSES = statementsFor('response_record');

export class SqlSharedRecords implements SharedRecords {
  private constructor(
    private readonly statements: typeof THROTTLE,
    private readonly database: Pick<SqlDatabase, 'all' | 'writeRelaxed'>,
    private readonly write: (statement: Statement, parameters: Parameters) => Promise<boolean>,
  ) {}

  /** Written without waiting for the disk: after a power failure the last failures may be missing. */
  static ofThrottle(database: SqlDatabase): SqlSharedRecords {
    const write = async (statement: Statement, parameters: Parameters) =>
      (await database.writeRelaxed(statement, parameters)).length === 1;
    return new SqlSharedRecords(THROTTLE, database, write);
  }

  /** Written as durably as what the responses report. */
  static ofResponses(database: SqlDatabase): SqlSharedRecords {
    const write = async (statement: Statement, parameters: Parameters) =>
      !('rejectedAt' in (await database.atomically([{ statement, parameters, rows: 1, growth: 'history' }])));
    return new SqlSharedRecords(RESPONSES, database, write);
  }

  async read(keys: readonly string[]) {
    const rows = await this.database.all(this.statements.read, { keys: JSON.stringify(keys.map((key) => [key])) });
    const found = new Map(rows.map((row) => [text(row, 'key'), text(row, 'record')]));
    return keys.map((key) => found.get(key));
  }

  async replace(change: RecordChange) {
    const { key, replaced } = change;
    const expires_at = change.expiresAt.getTime();
    if (replaced === undefined) return this.write(this.statements.insert, { key, text: change.text ?? '', expires_at });
    if (change.text === undefined) return this.write(this.statements.delete, { key, replaced });
    return this.write(this.statements.update, { key, replaced, text: change.text, expires_at });
  }

  async deleteExpired(at: Date) {
    await this.database.writeRelaxed(this.statements.deleteExpired, { now: at.getTime() });
  }
}
