import Database from 'better-sqlite3';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { isOutOfSpace } from './sqlite-space.ts';

/** How long a request waits while another process holds the lock. */
export const BUSY_MS = 2000;
export const BUSY_PAUSE_MS = 5;

export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Codes that mean that our statement is wrong, not that the file cannot be used. */
const OUR_FAULT = /^SQLITE_(ERROR|CONSTRAINT|MISMATCH|MISUSE|RANGE|TOOBIG)/;

export function translateError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError) || OUR_FAULT.test(error.code)) return error;
  if (isOutOfSpace(error)) return new StorageFull('SQLite', error);
  return new StorageUnavailable('SQLite', error);
}
