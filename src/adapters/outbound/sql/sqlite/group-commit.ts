import type Database from 'better-sqlite3';
import type { Growth, Row, Write, WriteResult } from '../sql-database.ts';
import { Rejected, type SqliteConnection } from './sqlite-connection.ts';

/** How long transactions may run back to back before other requests get to run. */
const GROUP_MS = 10;

/** How many groups have savepoints after one was run twice: clients that are rejected all the time cost others little. */
const CAREFUL_GROUPS = 100;

/** A transaction of one request. */
export interface Transaction {
  readonly writes: readonly Write[];
  readonly growth: Growth | undefined;
}

/**
 * Runs transactions of several requests in one transaction of SQLite, so that they wait for the disk together: for most
 * of them, that costs more than their statements.
 *
 * One whose guard fails must leave the others as they are. That is rare, and savepoints are not free: they copy every page
 * that changes. So a group is first run without them, and again with them if one of several is rejected. What it found may
 * be a write of another one, so no result may be reported before all of them are committed.
 */
export class GroupCommit {
  private readonly begin: Database.Statement;
  private readonly commit: Database.Statement;
  private readonly rollback: Database.Statement;
  private readonly save: Database.Statement;
  private readonly undo: Database.Statement;
  private readonly release: Database.Statement;
  private carefulGroups = 0;

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
    const hasSavepoints = this.carefulGroups > 0;
    if (hasSavepoints) this.carefulGroups -= 1;
    const results = this.attempt(transactions, hasSavepoints);
    if (results) return results;
    this.carefulGroups = CAREFUL_GROUPS;
    return this.run(transactions);
  }

  /** Undefined if one of several is rejected and, without savepoints, all of them are rolled back. */
  private attempt(transactions: readonly Transaction[], hasSavepoints: boolean): readonly WriteResult[] | undefined {
    this.begin.run();
    try {
      const results: WriteResult[] = [];
      const end = performance.now() + GROUP_MS;
      for (const { writes } of transactions) {
        if (results.length > 0 && performance.now() > end) break;
        const result = hasSavepoints ? this.applyInSavepoint(writes) : this.apply(writes);
        if (!hasSavepoints && 'rejectedAt' in result) {
          this.rollback.run();
          return transactions.length === 1 ? [result] : undefined;
        }
        results.push(result);
      }
      this.commit.run();
      return results;
    } catch (error) {
      // SQLite itself has rolled back after some errors.
      if (this.database.inTransaction) this.rollback.run();
      throw error;
    }
  }

  private applyInSavepoint(writes: readonly Write[]): WriteResult {
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
