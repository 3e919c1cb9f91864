import { text } from '../../rows/row-fields.ts';
import type { RecordChange, ThrottleRecords } from '../../throttle/throttle-records.ts';
import { deleteSome } from '../delete-in-batches.ts';
import { overRows, type SqlDatabase, type Statement, statement } from '../sql-database.ts';

const READ = statement(
  overRows(
    'keys',
    (rows) => `SELECT key, record FROM sign_in_record WHERE key IN (SELECT item.value ->> 0 FROM ${rows})`,
  ),
);
const INSERT = statement(
  `INSERT INTO sign_in_record (key, record, expires_at) VALUES (:key, :text, :expires_at)
   ON CONFLICT (key) DO NOTHING RETURNING key`,
);
const UPDATE = statement(
  `UPDATE sign_in_record SET record = :text, expires_at = :expires_at
   WHERE key = :key AND record = :replaced RETURNING key`,
);
const DELETE = statement('DELETE FROM sign_in_record WHERE key = :key AND record = :replaced RETURNING key');
const DELETE_EXPIRED = deleteSome('sign_in_record', 'key', 'expires_at < :now', { limit: 10, skipsLocked: true });

/** Written without waiting for the disk: after a power failure the last failures may be missing. */
export class SqlThrottleRecords implements ThrottleRecords {
  constructor(private readonly database: SqlDatabase) {}

  async read(keys: readonly string[]) {
    const rows = await this.database.all(READ, { keys: JSON.stringify(keys.map((key) => [key])) });
    const found = new Map(rows.map((row) => [text(row, 'key'), text(row, 'record')]));
    return keys.map((key) => found.get(key));
  }

  async replace(change: RecordChange) {
    const { key, replaced } = change;
    const expires_at = change.expiresAt.getTime();
    if (replaced === undefined) return this.write(INSERT, { key, text: change.text ?? '', expires_at });
    if (change.text === undefined) return this.write(DELETE, { key, replaced });
    return this.write(UPDATE, { key, replaced, text: change.text, expires_at });
  }

  async deleteExpired(at: Date) {
    await this.database.writeRelaxed(DELETE_EXPIRED, { now: at.getTime() });
  }

  private async write(statement: Statement, parameters: Record<string, string | number>): Promise<boolean> {
    return (await this.database.writeRelaxed(statement, parameters)).length === 1;
  }
}
