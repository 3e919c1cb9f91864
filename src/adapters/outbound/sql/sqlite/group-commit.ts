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
 * that changes. So a group is first run without them, and a second time with them if one is rejected after others. What it
 * found may be a write of another one, so no result may be reported before all of them are committed.
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
    if (this.carefulGroups === 0) {
      const results = this.atOnce(() => this.applyEach(transactions));
      if (results) return results;
      this.carefulGroups = CAREFUL_GROUPS;
    }
    this.carefulGroups -= 1;
    return this.atOnce(() => this.applyEachInSavepoint(transactions));
  }

  private atOnce<Results>(work: () => Results): Results {
    this.begin.run();
    try {
      return work();
    } catch (error) {
      // SQLite itself has rolled back after some errors.
      if (this.database.inTransaction) this.rollback.run();
      throw error;
    }
  }

  /** Undefined if one is rejected after others were applied, and so all of them are rolled back. */
  private applyEach(transactions: readonly Transaction[]): readonly WriteResult[] | undefined {
    const results: WriteResult[] = [];
    const end = performance.now() + GROUP_MS;
    for (const { writes } of transactions) {
      if (results.length > 0 && performance.now() > end) break;
      const result = this.apply(writes);
      if ('rejectedAt' in result) {
        this.rollback.run();
        return results.length === 0 ? [result] : undefined;
      }
      results.push(result);
    }
    this.commit.run();
    return results;
  }

  private applyEachInSavepoint(transactions: readonly Transaction[]): readonly WriteResult[] {
    const results: WriteResult[] = [];
    const end = performance.now() + GROUP_MS;
    for (const { writes } of transactions) {
      if (results.length > 0 && performance.now() > end) break;
      this.save.run();
      const result = this.apply(writes);
      if ('rejectedAt' in result) this.undo.run();
      this.release.run();
      results.push(result);
    }
    this.commit.run();
    return results;
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
