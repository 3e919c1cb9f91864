import type { Database } from 'better-sqlite3';

/** An upper limit: a smaller database takes no more than its own size. */
const CACHE_KIB = 64 * 1024;

/** The log is copied into the database when it has as many pages, and grows beyond that only while a reader needs all of it. */
const LOG_PAGES = 4000;
/** A little more than so many pages take, so that only a log that had grown beyond them is truncated. */
const LOG_BYTES = 16 * 1024 * 1024;

/** A savepoint keeps the pages that it may have to restore: in memory, or else in a file of its own. */
const IN_MEMORY = 2;

/** Pragmas are set and read back: better-sqlite3 uses synchronous=NORMAL when a WAL database is opened again. */
const PRAGMAS = {
  journal_mode: 'wal',
  cache_size: -CACHE_KIB,
  temp_store: IN_MEMORY,
  wal_autocheckpoint: LOG_PAGES,
  journal_size_limit: LOG_BYTES,
  foreign_keys: 1,
  trusted_schema: 0,
} as const;

/** Whether a commit has reached the disk when it is acknowledged. Either way it survives a crash of the process. */
export type Synchronous = 'full' | 'normal';
const SYNCHRONOUS = { full: 2, normal: 1 } as const;

/** Throws if SQLite ignores a pragma, as it ignores WAL where it cannot share memory. */
export function setPragmas(database: Database, file: string, synchronous: Synchronous = 'full'): void {
  for (const [name, wanted] of Object.entries({ ...PRAGMAS, synchronous: SYNCHRONOUS[synchronous] })) {
    database.pragma(`${name} = ${wanted}`);
    const actual = database.pragma(name, { simple: true });
    if (actual !== wanted) throw new Error(`SQLite reports ${name}=${actual} instead of ${wanted} for ${file}`);
  }
}
