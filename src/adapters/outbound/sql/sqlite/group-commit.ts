import type Database from 'better-sqlite3';
import type { Growth, Row, Write, WriteResult } from '../sql-database.ts';
import { Rejected, type SqliteConnection } from './sqlite-connection.ts';

/** How long transactions may run back to back before other requests get to run. */
const GROUP_MS = 10;

/** A transaction of one request. */
export interface Transaction {
  readonly writes: readonly Write[];
  readonly growth: Growth | undefined;
}

/**
 * Runs transactions of several requests in one transaction of SQLite, so that they wait for the disk together: for most
 * of them, that costs more than their statements.
 *
 * Each has a savepoint, so that one whose guard fails leaves the others as they are. What it found may be a write of
 * another one, so no result may be reported before all of them are committed.
 */
export class GroupCommit {
  private readonly begin: Database.Statement;
  private readonly commit: Database.Statement;
  private readonly rollback: Database.Statement;
  private readonly save: Database.Statement;
  private readonly undo: Database.Statement;
  private readonly release: Database.Statement;

  constructor(
    private readonly database: Database.Database,
    private readonly connection: SqliteConnection,
  ) {
    this.begin = database.prepare('BEGIN IMMEDIATE');
    this.commit = database.prepare('COMMIT');
    this.rollback = database.prepare('ROLLBACK');
    this.save = database.prepare('SAVEPOINT of_request');
    this.undo = database.prepare('ROLLBACK TO of_request');
    this.release = database.prepare('RELEASE of_request');
  }

  /** Returns the results of as many transactions as there was time for, at least one. Throws if none is committed. */
  run(transactions: readonly Transaction[]): readonly WriteResult[] {
    this.begin.run();
    try {
      const results = this.runEach(transactions);
      this.commit.run();
      return results;
    } catch (error) {
      // SQLite itself has rolled back after some errors.
      if (this.database.inTransaction) this.rollback.run();
      throw error;
    }
  }

  private runEach(transactions: readonly Transaction[]): readonly WriteResult[] {
    const results: WriteResult[] = [];
    const end = performance.now() + GROUP_MS;
    for (const { writes } of transactions) {
      if (results.length > 0 && performance.now() > end) break;
      results.push(this.runInSavepoint(writes));
    }
    return results;
  }

  private runInSavepoint(writes: readonly Write[]): WriteResult {
    this.save.run();
    const result = this.apply(writes);
    if ('rejectedAt' in result) this.undo.run();
    this.release.run();
    return result;
  }

  private apply(writes: readonly Write[]): WriteResult {
    const rows: (readonly Row[])[] = [];
    try {
      for (const write of writes) rows.push(this.connection.write(write));
      return { rows };
    } catch (error) {
      if (error instanceof Rejected) return { rejectedAt: rows.length, rejectedRows: error.rows };
      throw error;
    }
  }
}
