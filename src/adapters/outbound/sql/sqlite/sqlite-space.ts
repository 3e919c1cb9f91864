import { randomBytes } from 'node:crypto';
import { statfsSync, statSync, truncateSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { minimumFreeBytes, type SpaceFacts } from '../../host/free-space.ts';
import type { Growth } from '../sql-database.ts';

const CHECK_MS = 1000;
const STEP_BYTES = 512 * 1024;
const RESERVE_STEPS = 4;
/** Only half of the reserve may go to history. */
const HISTORY_STEPS_MIN = RESERVE_STEPS / 2;

export type AskSpace = (folder: string) => SpaceFacts;

/**
 * The room that is left for a database file.
 *
 * Another program may fill the file system to the last byte, and SQLite cannot write without room for its write-ahead
 * log, not even to reset a key. A reserve file beside the database holds some room back. It is truncated step by step
 * when a write needs it, and filled again when there is room.
 */
export class SqliteSpace {
  private checkedAt = Number.NEGATIVE_INFINITY;
  private nearlyFull = false;
  private readonly reserveFile: string;

  constructor(
    private readonly file: string,
    private readonly askSpace: AskSpace = statfsSync,
  ) {
    this.reserveFile = `${file}-reserve`;
  }

  /** Asks the file system at most once a second. */
  isNearlyFull(): boolean {
    const now = performance.now();
    if (now - this.checkedAt < CHECK_MS) return this.nearlyFull;
    this.checkedAt = now;
    this.nearlyFull = this.check();
    return this.nearlyFull;
  }

  /** Runs the work, and again with some of the reserve released as long as there is no room for it. */
  withReserve<Result>(growth: Growth | undefined, work: () => Result): Result {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isOutOfSpace(error)) throw error;
        this.checkedAt = performance.now();
        this.nearlyFull = true;
        if (!this.release(growth)) throw error;
      }
    }
  }

  /** Fills the reserve, unless there is no room for it: it is tried again later. */
  async fillReserve(): Promise<void> {
    if (this.check()) return;
    try {
      const missing = RESERVE_STEPS - this.reservedSteps();
      if (missing > 0) await this.write(missing);
    } catch (error) {
      // Whatever is there is still of use, unless it took the last room.
      if (isOutOfSpace(error)) await rm(this.reserveFile, { force: true });
      else throw error;
    }
  }

  private release(growth: Growth | undefined): boolean {
    if (growth === 'content') return false;
    const steps = this.reservedSteps();
    if (steps <= (growth === 'history' ? HISTORY_STEPS_MIN : 0)) return false;
    truncateSync(this.reserveFile, (steps - 1) * STEP_BYTES);
    return true;
  }

  private reservedSteps(): number {
    return Math.ceil((statSync(this.reserveFile, { throwIfNoEntry: false })?.size ?? 0) / STEP_BYTES);
  }

  /** Random bytes: a sparse file would reserve nothing, nor would one that the file system can compress. */
  private async write(steps: number): Promise<void> {
    const reserve = await open(this.reserveFile, 'a', 0o600);
    try {
      for (let step = 0; step < steps; step += 1) await reserve.write(randomBytes(STEP_BYTES));
      await reserve.sync();
    } finally {
      await reserve.close();
    }
  }

  private check(): boolean {
    const facts = this.askSpace(dirname(this.file));
    return facts.bavail * facts.bsize < minimumFreeBytes(facts);
  }
}

/** SQLite reports a full disk while it enlarges the index of its write-ahead log as an I/O error. */
const OUT_OF_SPACE = /^SQLITE_(FULL|IOERR_SHMSIZE|IOERR_SHMOPEN|IOERR_SHMMAP)$/;

export function isOutOfSpace(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return OUT_OF_SPACE.test(error.code);
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
