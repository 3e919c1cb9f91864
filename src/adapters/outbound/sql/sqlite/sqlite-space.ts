import { randomBytes } from 'node:crypto';
import { statfsSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { minimumFreeBytes, type SpaceFacts } from '../../host/free-space.ts';
import type { Growth } from '../sql-database.ts';

const CHECK_MS = 1000;
const KIB = 1024;
/** About as much as one reset writes: another program may take whatever it does not use of a step. */
const STEP_BYTES = 64 * KIB;
const RESERVE_BYTES = 8 * KIB * KIB;
const RESERVE_STEPS = RESERVE_BYTES / STEP_BYTES;
/** History may use only half of the reserve. */
const HISTORY_STEPS_MIN = RESERVE_STEPS / 2;
const FILL_BYTES = 8 * STEP_BYTES;
/** Space left to others while the reserve is filled: the log of the database needs room as well. */
const FREE_BYTES_LEFT = KIB * KIB;

export const reserveFileOf = (file: string): string => `${file}-reserve`;

export type AskSpace = (folder: string) => SpaceFacts;

/**
 * The room that is left for a database file.
 *
 * Another program may fill the file system to the last byte, and SQLite cannot write without room for its write-ahead
 * log, not even to reset a key. A write that finds no room first uses the log again from its start, which needs room for
 * new pages only. A reserve file beside the database holds some room back for those: it is truncated step by step when a
 * write needs it, and filled again as soon as there is room.
 */
export class SqliteSpace {
  private checkedAt = Number.NEGATIVE_INFINITY;
  private nearlyFull = false;
  private readonly reserveFile: string;

  constructor(
    private readonly file: string,
    private readonly askSpace: AskSpace = statfsSync,
  ) {
    this.reserveFile = reserveFileOf(file);
  }

  /** Asks the file system at most once a second. */
  isNearlyFull(): boolean {
    const now = performance.now();
    if (now - this.checkedAt < CHECK_MS) return this.nearlyFull;
    this.checkedAt = now;
    this.nearlyFull = this.check();
    return this.nearlyFull;
  }

  /**
   * Runs the work, and as long as there is no room for it, again: once after `reuseLog`, which returns whether the log
   * begins at its start again, and then with more and more of the reserve released.
   */
  withReserve<Result>(growth: Growth | undefined, work: () => Result, reuseLog: () => boolean = () => false): Result {
    let isReused = false;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isOutOfSpace(error) || growth === 'content') throw error;
        this.checkedAt = performance.now();
        this.nearlyFull = true;
        const wasReused = isReused;
        isReused ||= hadRoom(reuseLog);
        if (isReused && !wasReused) continue;
        if (!this.release(growth)) throw error;
        isReused ||= hadRoom(reuseLog);
      }
    }
  }

  /** Fills the reserve as far as there is room for it. To be repeated. */
  async fillReserve(): Promise<void> {
    while (this.reservedBytes() < RESERVE_BYTES && this.freeBytes() >= FILL_BYTES + FREE_BYTES_LEFT) {
      try {
        await this.write(Math.min(FILL_BYTES, RESERVE_BYTES - this.reservedBytes()));
      } catch (error) {
        if (isOutOfSpace(error)) return;
        throw error;
      }
    }
  }

  private release(growth: Growth | undefined): boolean {
    const steps = Math.ceil(this.reservedBytes() / STEP_BYTES);
    if (steps <= (growth === 'history' ? HISTORY_STEPS_MIN : 0)) return false;
    truncateSync(this.reserveFile, (steps - 1) * STEP_BYTES);
    return true;
  }

  private reservedBytes(): number {
    return statSync(this.reserveFile, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Random bytes: a sparse file would reserve nothing, nor would one that the file system can compress. */
  private async write(bytes: number): Promise<void> {
    const reserve = await open(this.reserveFile, 'a', 0o600);
    try {
      await reserve.write(randomBytes(bytes));
      await reserve.sync();
    } finally {
      await reserve.close();
    }
  }

  private freeBytes(): number {
    const { bavail, bsize } = this.askSpace(dirname(this.file));
    return bavail * bsize;
  }

  private check(): boolean {
    const facts = this.askSpace(dirname(this.file));
    return facts.bavail * facts.bsize < minimumFreeBytes(facts);
  }
}

/** False if the work found no room. */
function hadRoom(work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (isOutOfSpace(error)) return false;
    throw error;
  }
}

/** SQLite reports a full disk while it enlarges the index of its write-ahead log as an I/O error. */
const OUT_OF_SPACE = /^SQLITE_(FULL|IOERR_SHMSIZE|IOERR_SHMOPEN|IOERR_SHMMAP)$/;

export function isOutOfSpace(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return OUT_OF_SPACE.test(error.code);
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
