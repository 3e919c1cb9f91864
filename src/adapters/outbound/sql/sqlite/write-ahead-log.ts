import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { isBusy } from './sqlite-errors.ts';
import { isOutOfSpace } from './sqlite-space.ts';

interface Checkpoint {
  /** Tells whether a reader or another process prevented the checkpoint. */
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** The write-ahead log of a database. Its space is used again from the start once its pages are in the database. */
export class WriteAheadLog {
  private frames = 0;

  constructor(private readonly database: Database.Database) {}

  /**
   * Returns whether all of the log was copied, so that the next write needs no more room than it has. Throws if the
   * database has no room.
   */
  copyToDatabase(): boolean {
    const { busy, log, checkpointed } = this.checkpoint('PASSIVE');
    return busy === 0 && log === checkpointed;
  }

  /**
   * Copies the log into the database, so that little is left to be copied when the disk is full, and gives its space
   * back when nothing was written since the last time. On a nearly full disk it keeps its space: writes need it. To be
   * repeated.
   */
  tidy(isNearlyFull: boolean): void {
    const { name } = this.database;
    if ((statSync(`${name}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    try {
      const { log } = this.checkpoint('PASSIVE');
      if (log === this.frames && !isNearlyFull) this.checkpoint('TRUNCATE');
      this.frames = log;
    } catch (error) {
      // Another process may be starting or copying it at this moment: it is tried again later.
      if (!isOutOfSpace(error) && !isBusy(error)) throw error;
    }
  }

  private checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): Checkpoint {
    const [result] = this.database.pragma(`wal_checkpoint(${mode})`) as [Checkpoint];
    return result;
  }
}
