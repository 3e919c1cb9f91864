import {
  type KeyringChecks,
  type KeyringHolder,
  type KeyringRegister,
  type KeyStanding,
  LOOKUP,
} from '../../../../application/ports/keyring-register.ts';
import { fromHolderRow, fromKeyRow, toHolderRow } from '../../rows/keyring-rows.ts';
import { type SqlDatabase, statement, writeRow } from '../sql-database.ts';

const READ = statement('SELECT kid, value, standing FROM keyring_check');
const RECORD = statement('INSERT INTO keyring_check (kid, value) VALUES (:kid, :value) ON CONFLICT (kid) DO NOTHING');
const CHANGE = statement(
  'UPDATE keyring_check SET standing = :to_standing WHERE kid = :kid AND standing = :from_standing',
);

/** Compare and swap, which decides between two concurrent replacements. */
const SWAP_LOOKUP = statement(`UPDATE keyring_check SET value = :value WHERE kid = '${LOOKUP}' AND value = :former`);
const LOSE_OTHERS = statement(
  `UPDATE keyring_check SET standing = 'lost' WHERE kid <> '${LOOKUP}' AND standing IN ('open', 'closed')`,
);
const OPEN = statement(
  `INSERT INTO keyring_check (kid, value) VALUES (:kid, :value)
   ON CONFLICT (kid) DO UPDATE SET value = excluded.value, standing = 'open'`,
);

/** Uses the storage's clock, in milliseconds: the clocks of the instances may differ. */
const withNow = (text: (now: string) => string) =>
  statement({
    sqlite: text("CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
    postgres: text('CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)'),
  });

const ANNOUNCE = withNow(
  (now) => `INSERT INTO keyring_holder (id, reads, writes, expires_at) VALUES (:id, :reads, :writes, ${now} + :for_ms)
   ON CONFLICT (id) DO UPDATE SET reads = excluded.reads, writes = excluded.writes, expires_at = excluded.expires_at`,
);
const STALE_MS = 3_600_000;
/** Long after they expire, so that instances that return at the same moment do not wait for each other's row. */
const DELETE_STALE = withNow((now) => `DELETE FROM keyring_holder WHERE expires_at < ${now} - ${STALE_MS}`);
const WITHDRAW = statement('DELETE FROM keyring_holder WHERE id = :id');
const HOLDERS = withNow((now) => `SELECT id, reads, writes FROM keyring_holder WHERE expires_at > ${now}`);

export class SqlKeyringRegister implements KeyringRegister {
  constructor(private readonly database: SqlDatabase) {}

  async keys() {
    const rows = await this.database.all(READ, {});
    return new Map(rows.map((row) => [String(row['kid']), fromKeyRow(row)]));
  }

  async record(checks: KeyringChecks) {
    await this.database.atomically(
      Array.from(checks, ([kid, value]) => ({ statement: RECORD, parameters: { kid, value } })),
    );
    return this.keys();
  }

  async change(kid: string, from: KeyStanding, to: KeyStanding) {
    const parameters = { kid, from_standing: from, to_standing: to };
    return (await writeRow(this.database, CHANGE, parameters)) ? 'changed' : 'superseded';
  }

  async replace(former: string, checks: KeyringChecks) {
    const result = await this.database.atomically([
      { statement: SWAP_LOOKUP, parameters: { former, value: checks.get(LOOKUP) ?? '' }, rows: 1 },
      { statement: LOSE_OTHERS, parameters: {} },
      ...Array.from(checks, ([kid, value]) => ({ statement: OPEN, parameters: { kid, value } })),
    ]);
    return 'rejectedAt' in result ? 'superseded' : 'replaced';
  }

  async announce(holder: KeyringHolder, forMs: number): Promise<void> {
    await this.database.atomically([
      { statement: ANNOUNCE, parameters: { ...toHolderRow(holder), for_ms: forMs } },
      { statement: DELETE_STALE, parameters: {} },
    ]);
  }

  async withdraw(holderId: string): Promise<void> {
    await this.database.atomically([{ statement: WITHDRAW, parameters: { id: holderId } }]);
  }

  async holders(): Promise<readonly KeyringHolder[]> {
    return (await this.database.all(HOLDERS, {})).map(fromHolderRow);
  }
}
