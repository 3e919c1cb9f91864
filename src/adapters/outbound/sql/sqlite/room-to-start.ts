import { closeSync, existsSync, openSync, readSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { START_BYTES_MIN } from '../../host/free-space.ts';
import { type AskSpace, reserveFileOf } from './sqlite-space.ts';

const MIB = 1024 * 1024;
/** The space is enough for hundreds of resets. */
const PREPARED_BYTES_MIN = MIB;

/**
 * Throws if a service has too little room to begin with: it could not set a reserve aside, so that a full disk would stop
 * even the reset of a leaked key. A service that has set its reserve aside in time may start again on a full disk: to
 * refuse it would turn a full disk into an outage.
 *
 * Counts what is free on the file system, and what the database holds already without needing it: its reserve, its log
 * and its free pages.
 */
export function assertRoomToStart(file: string, askSpace: AskSpace = statfsSync): void {
  const free = freeBytesInAll(file, askSpace);
  if (free >= START_BYTES_MIN) return;
  const needed = `${START_BYTES_MIN / MIB} MiB`;
  throw new StorageUnavailable(
    'SQLite',
    new Error(`${Math.floor(free / MIB)} MiB are free in all, and a service needs ${needed} to start`),
    {
      problem: 'there is too little room',
      cure: `free some space on the file system of ${dirname(file)}, or move the database to a larger one; commands such as prompthold key rotate work all the same`,
    },
    `SQLite has too little room for ${file}`,
  );
}

/** Unlimited with a reserve, or if it cannot be found out: opening the database will report why. */
function freeBytesInAll(file: string, askSpace: AskSpace): number {
  try {
    const reserved = sizeOf(reserveFileOf(file));
    if (reserved >= PREPARED_BYTES_MIN) return Number.POSITIVE_INFINITY;
    const { bavail, bsize } = askSpace(nearestExisting(dirname(file)));
    return bavail * bsize + reserved + sizeOf(`${file}-wal`) + freePageBytes(file);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Missing folders will be created in it. */
const nearestExisting = (folder: string): string =>
  dirname(folder) === folder || existsSync(folder) ? folder : nearestExisting(dirname(folder));

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const HEADER_BYTES = 100;
const PAGE_SIZE_OFFSET = 16;
const FREE_PAGES_OFFSET = 36;

/** Read from the header of the file: to open the database would create its side files. */
function freePageBytes(file: string): number {
  if (sizeOf(file) < HEADER_BYTES) return 0;
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(descriptor);
  }
  return header.readUInt16BE(PAGE_SIZE_OFFSET) * header.readUInt32BE(FREE_PAGES_OFFSET);
}
