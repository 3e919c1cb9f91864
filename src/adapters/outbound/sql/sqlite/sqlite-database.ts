import { closeSync, fstatSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { SchemaChange, StorageAdministration } from '../../../../application/ports/storage-administration.ts';
import { StorageUnavailable } from '../../../../application/ports/storage-unavailable.ts';
import { makeFolder } from '../../host/make-folder.ts';
import { CREATE_VERSION_TABLE, missingMigrations, schemaVersion, setVersion } from '../schema.ts';
import type { Parameters, Row, SqlDatabase, Statement, Write, WriteResult } from '../sql-database.ts';
import { type Synchronous, setPragmas } from './sqlite-pragmas.ts';
import { SqliteSnapshot } from './sqlite-snapshot.ts';

const BUSY_MS = 2000;
/** Another instance may bring the schema up to date at the same moment, and be slow. As long as with Postgres. */
const MIGRATION_MS = 60_000;
const BUSY_PAUSE_MS = 5;
/** How long those who are answered may go on before others get their turn. */
const TURN_MS = 20;

/** Raised inside a transaction to undo it; never leaves this file. */
class Refused {
  constructor(readonly at: number) {}
}

/** SQLite in one file. Several processes may share it; they wait for each other's writes without blocking requests. */
export class SqliteDatabase implements SqlDatabase, StorageAdministration {
  private readonly connection: Connection;
  private turnEndsAt = 0;

  private constructor(
    private readonly database: Database.Database,
    /** What was opened, whatever lies at its place later. */
    private readonly opened: Pick<Stats, 'dev' | 'ino'>,
    /** For what is not worth waiting for the disk, which stops every other request of this process. */
    private readonly light: Connection,
  ) {
    this.connection = new Connection(database);
  }

  static open(file: string): SqliteDatabase {
    try {
      makeFolder(dirname(file));
      // Before SQLite would, which lets others read what it makes; its own side files follow the mode of this one.
      const opened = makeFile(file);
      const database = connect(file, 'full');
      return new SqliteDatabase(database, opened, new Connection(connect(file, 'normal')));
    } catch (error) {
      throw new StorageUnavailable('SQLite', error);
    }
  }

  first(statement: Statement, parameters: Parameters): Promise<Row | undefined> {
    return this.untilFree(() => this.connection.prepare(statement).get(parameters) as Row | undefined);
  }

  all(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    return this.untilFree(() => this.connection.prepare(statement).all(parameters) as Row[]);
  }

  async atomically(writes: readonly Write[]): Promise<WriteResult> {
    this.refuseMoved();
    const transaction = this.database.transaction(() =>
      writes.map((write, index) => this.connection.write(write, index)),
    );
    try {
      return { rows: await this.untilFree(() => transaction.immediate()) };
    } catch (error) {
      if (error instanceof Refused) return { refusedAt: error.at };
      throw error;
    }
  }

  writeRelaxed(write: Pick<Write, 'statement' | 'parameters'>): Promise<readonly Row[]> {
    return this.untilFree(() => this.light.write(write, 0));
  }

  snapshot(): Promise<SqliteSnapshot> {
    return this.untilFree(() => SqliteSnapshot.of(this.database.name, translated));
  }

  migrate(): Promise<SchemaChange> {
    const transaction = this.database.transaction(() => {
      this.database.exec(CREATE_VERSION_TABLE);
      const from = this.version();
      for (const { version, statements } of missingMigrations(from, 'sqlite')) {
        for (const text of statements) this.database.exec(text);
        this.database.exec(setVersion(version));
      }
      return { from, to: schemaVersion };
    });
    return this.untilFree(() => transaction.immediate(), MIGRATION_MS);
  }

  async ping(): Promise<void> {
    this.refuseMoved();
    const version = await this.untilFree(() => this.version());
    if (version !== schemaVersion) throw new StorageUnavailable('SQLite', new Error(`schema version ${version}`));
  }

  close(): void {
    this.light.close();
    this.database.close();
  }

  /** SQLite goes on with a file that was removed or replaced, and nobody would ever find again what is written there. */
  private refuseMoved(): void {
    const found = fileAt(this.database.name);
    if (found?.dev === this.opened.dev && found.ino === this.opened.ino) return;
    const reason = 'its file was removed or replaced: put it back, or restart the service';
    throw new StorageUnavailable('SQLite', new Error(reason));
  }

  private version(): number {
    const row = this.database.prepare('SELECT version FROM schema_version').get() as { version: number } | undefined;
    return row?.version ?? 0;
  }

  /** Tries again while another process holds the lock, and lets other requests run in between. */
  private async untilFree<Answer>(work: () => Answer, patienceMs = BUSY_MS): Promise<Answer> {
    if (performance.now() > this.turnEndsAt) await this.letOthersRun();
    const deadline = performance.now() + patienceMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw translated(error);
        await delay(BUSY_PAUSE_MS);
      }
    }
  }

  /**
   * SQLite answers at once, and nobody else runs between one answer and the next question: without this, an import of
   * thousands of prompts would keep every other request of this process waiting until it is done.
   */
  private async letOthersRun(): Promise<void> {
    await nextTurn();
    this.turnEndsAt = performance.now() + TURN_MS;
  }
}

/** A connection, with the statements that were prepared on it. */
class Connection {
  /** Weak, so that a statement that nobody keeps is not kept here. */
  private readonly prepared = new WeakMap<Statement, Database.Statement>();

  constructor(private readonly database: Database.Database) {}

  prepare(statement: Statement): Database.Statement {
    let prepared = this.prepared.get(statement);
    if (!prepared) {
      prepared = this.database.prepare(statement.sqlite);
      this.prepared.set(statement, prepared);
    }
    return prepared;
  }

  write({ statement, parameters, rows }: Write, index: number): readonly Row[] {
    const prepared = this.prepare(statement);
    if (prepared.reader) {
      const returned = prepared.all(parameters) as Row[];
      if (rows !== undefined && returned.length !== rows) throw new Refused(index);
      return returned;
    }
    const { changes } = prepared.run(parameters);
    if (rows !== undefined && changes !== rows) throw new Refused(index);
    return [];
  }

  close(): void {
    this.database.close();
  }
}

/** Answers which file that is. */
function makeFile(file: string): Stats {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    return fstatSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function fileAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function connect(file: string, synchronous: Synchronous): Database.Database {
  const database = new Database(file, { timeout: BUSY_MS });
  setPragmas(database, file, synchronous);
  // From here on we wait ourselves: SQLite's own waiting would stop every other request of this process.
  database.pragma('busy_timeout = 0');
  return database;
}

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Codes that say that our statement is wrong, not that the file cannot be used. */
const OUR_FAULT = /^SQLITE_(ERROR|CONSTRAINT|MISMATCH|MISUSE|RANGE|TOOBIG)/;

function translated(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError) || OUR_FAULT.test(error.code)) return error;
  return new StorageUnavailable('SQLite', error);
}
