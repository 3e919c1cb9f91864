import type { Database } from 'better-sqlite3';

/** Set and read back: better-sqlite3 falls back to synchronous=NORMAL when a WAL database is opened again. */
const PRAGMAS = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, trusted_schema: 0 } as const;

/** Throws when SQLite does not take one of them, as it does not take WAL where it cannot share memory. */
export function setPragmas(database: Database, file: string): void {
  for (const [name, wanted] of Object.entries(PRAGMAS)) {
    database.pragma(`${name} = ${wanted}`);
    const actual = database.pragma(name, { simple: true });
    if (actual !== wanted) throw new Error(`SQLite answers ${name}=${actual} and not ${wanted} for ${file}`);
  }
}
