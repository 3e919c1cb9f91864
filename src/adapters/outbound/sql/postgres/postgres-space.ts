import pg from 'pg';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import type { Growth } from '../sql-database.ts';

const RESERVE_TABLES = 4;
/** History may use only half of the reserve. */
const HISTORY_TABLES_MIN = RESERVE_TABLES / 2;
/** The rows fill 64 pages at a fill factor of 10 %: half a mebibyte. */
const ROWS = 1400;

const tableName = (number: number): string => `storage_reserve_${number}`;
const numbers = Array.from({ length: RESERVE_TABLES }, (_, index) => index + 1);

/** An empty table that is never dropped. It shows that all others were created once. */
const MARKER = 'storage_reserve';

const COUNT_TABLES = numbers.map((number) => `(to_regclass('${tableName(number)}') IS NOT NULL)::int`).join(' + ');

/** Whether some of the reserve is in use, as SQL: the database is full, or was until a moment ago. */
export const RESERVE_IS_USED = `to_regclass('${MARKER}') IS NOT NULL AND ${COUNT_TABLES} < ${RESERVE_TABLES}`;

/** Runs plain text outside a transaction. Rejects with StorageFull and StorageUnavailable. */
export type RunText = (text: string) => Promise<pg.QueryResult>;

/**
 * The room that is left for a Postgres database.
 *
 * Postgres does not report how much is free, but a write fails when its disk or tablespace is full (53100). Some tables
 * with no content hold room back: dropping one frees its files at once, and needs no room itself, because rows of the
 * catalog are only marked as deleted. The database counts as full until all of them can be created again.
 */
export class PostgresSpace {
  private full = false;

  constructor(private readonly run: RunText) {}

  isFull(): boolean {
    return this.full;
  }

  /** Runs the work, and again with some of the reserve released as long as there is no room for it. */
  async withReserve<Result>(growth: Growth | undefined, work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StorageFull)) throw error;
        this.full = true;
        if (!(await this.release(growth))) throw error;
      }
    }
  }

  /** Creates the tables that are missing. */
  async fillReserve(): Promise<void> {
    try {
      const tables = await this.countTables();
      for (let number = tables + 1; number <= RESERVE_TABLES; number += 1) {
        await this.run(
          `CREATE TABLE IF NOT EXISTS ${tableName(number)} WITH (fillfactor = 10) AS SELECT generate_series(1, ${ROWS}) AS n`,
        );
      }
      if (tables < RESERVE_TABLES) await this.run(`CREATE TABLE IF NOT EXISTS ${MARKER} ()`);
      this.full = false;
    } catch (error) {
      this.full = error instanceof StorageFull;
      // Another instance creates the same table, or this role may create none: then there is no reserve.
      if (!this.full && !isRefused(error)) throw error;
    }
  }

  private async release(growth: Growth | undefined): Promise<boolean> {
    if (growth === 'content') return false;
    const tables = await this.countTables();
    if (tables <= (growth === 'history' ? HISTORY_TABLES_MIN : 0)) return false;
    await this.run(`DROP TABLE IF EXISTS ${tableName(tables)}`);
    return true;
  }

  private async countTables(): Promise<number> {
    const { rows } = await this.run(`SELECT ${COUNT_TABLES} AS tables`);
    return Number(rows[0]?.tables ?? 0);
  }
}

/** A duplicate in the catalog, a table that exists, no permission. */
const REFUSED = new Set(['23505', '42P07', '42501']);

/** Only a missing permission is an outage for others; here it means that there is no reserve. */
function isRefused(error: unknown): boolean {
  const reason = error instanceof StorageUnavailable ? error.cause : error;
  return reason instanceof pg.DatabaseError && REFUSED.has(reason.code ?? '');
}
