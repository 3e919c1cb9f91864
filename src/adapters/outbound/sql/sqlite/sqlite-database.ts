import { closeSync, fstatSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay, setImmediate as nextLoopIteration } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type {
  SchemaChange,
  StorageAdministration,
  StorageState,
} from '../../../../application/ports/storage/storage-administration.ts';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { makeFolder } from '../../host/make-folder.ts';
import { CREATE_VERSION_TABLE, missingMigrations, schemaVersion, setVersion } from '../migrations/schema.ts';
import {
  type Growth,
  growthOf,
  type Parameters,
  type Row,
  type SqlDatabase,
  type Statement,
  type Write,
  type WriteResult,
} from '../sql-database.ts';
import { GroupCommit } from './group-commit.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { BUSY_MS, BUSY_PAUSE_MS, isBusy, translateError } from './sqlite-errors.ts';
import { type Synchronous, setPragmas } from './sqlite-pragmas.ts';
import { SqliteSnapshot } from './sqlite-snapshot.ts';
import { isOutOfSpace, SqliteSpace } from './sqlite-space.ts';
import { WriteAheadLog } from './write-ahead-log.ts';
import { WriteQueue } from './write-queue.ts';

/** Another instance may be migrating the schema, slowly. The same limit as with Postgres. */
const MIGRATION_MS = 60_000;
/** How long queries may run back to back before other requests get to run. */
const BURST_MS = 20;

/** SQLite in one file. Several processes may share it; they wait for each other's writes without blocking requests. */
export class SqliteDatabase implements SqlDatabase, StorageAdministration {
  private readonly connection: SqliteConnection;
  private readonly writes: WriteQueue;
  private readonly log: WriteAheadLog;
  private burstEndsAt = 0;

  private constructor(
    private readonly database: Database.Database,
    /** Identifies the file that was opened, even if its path leads to another one later. */
    private readonly opened: Pick<Stats, 'dev' | 'ino'>,
    /** The connection for writes that need not wait for the disk: waiting blocks all other requests of this process. */
    private readonly relaxed: SqliteConnection,
    private readonly space: SqliteSpace,
  ) {
    this.connection = new SqliteConnection(database);
    this.log = new WriteAheadLog(database);
    const group = new GroupCommit(database, this.connection);
    this.writes = new WriteQueue((transactions) => {
      this.assertFileInPlace();
      const [first] = transactions;
      // The reserve is released for one at a time, and only if it may have it.
      if (!first || transactions.length > 1) return group.run(transactions);
      return this.withReserve(first.growth, () => group.run(transactions));
    });
  }

  static open(file: string, space = new SqliteSpace(file)): SqliteDatabase {
    try {
      makeFolder(dirname(file));
      // SQLite itself would create a file that other users can read. Its side files take the mode of this one.
      const opened = createFile(file);
      // The side files are created again, for which a full disk has no room.
      const database = space.withReserve(undefined, () => connect(file, 'full'));
      return new SqliteDatabase(database, opened, new SqliteConnection(connect(file, 'normal')), space);
    } catch (error) {
      throw isOutOfSpace(error) ? new StorageFull('SQLite', error) : new StorageUnavailable('SQLite', error);
    }
  }

  first(statement: Statement, parameters: Parameters): Promise<Row | undefined> {
    return this.retryWhileBusy(() => this.connection.first(statement, parameters));
  }

  all(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    return this.retryWhileBusy(() => this.connection.all(statement, parameters));
  }

  async atomically(writes: readonly Write[]): Promise<WriteResult> {
    const growth = growthOf(writes);
    if (growth === 'content') this.assertRoomForContent();
    return this.writes.add({ writes, growth });
  }

  writeRelaxed(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    const write = () => this.relaxed.write({ statement, parameters });
    return this.retryWhileBusy(() => this.withReserve(undefined, write));
  }

  snapshot(): Promise<SqliteSnapshot> {
    return this.retryWhileBusy(() => SqliteSnapshot.of(this.database.name, translateError));
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
    return this.retryWhileBusy(() => this.withReserve(undefined, () => transaction.immediate()), MIGRATION_MS);
  }

  async ping(): Promise<StorageState> {
    this.assertFileInPlace();
    const version = await this.retryWhileBusy(() => this.version());
    if (version !== schemaVersion) throw new StorageUnavailable('SQLite', new Error(`schema version ${version}`));
    // The database has no clock of its own: it uses the one of this machine.
    return { isNearlyFull: this.space.isNearlyFull(), time: undefined };
  }

  async reserveSpace(): Promise<void> {
    try {
      this.log.tidy(this.space.isNearlyFull());
      await this.space.fillReserve();
    } catch (error) {
      throw translateError(error);
    }
  }

  close(): void {
    this.relaxed.close();
    this.database.close();
  }

  private withReserve<Result>(growth: Growth | undefined, work: () => Result): Result {
    return this.space.withReserve(growth, work, () => this.log.copyToDatabase());
  }

  private assertRoomForContent(): void {
    if (this.space.isNearlyFull()) throw new StorageFull('SQLite', new Error('its file system is nearly full'));
  }

  /** SQLite keeps writing to a file that was removed or replaced, and those writes would be lost. */
  private assertFileInPlace(): void {
    const found = fileAt(this.database.name);
    if (found?.dev === this.opened.dev && found.ino === this.opened.ino) return;
    const reason = 'its file was removed or replaced: put it back, or restart the service';
    throw new StorageUnavailable('SQLite', new Error(reason));
  }

  private version(): number {
    const row = this.database.prepare('SELECT version FROM schema_version').get() as { version: number } | undefined;
    return row?.version ?? 0;
  }

  /** Retries while another process holds the lock, and lets other requests run in between. */
  private async retryWhileBusy<Result>(work: () => Result, timeoutMs = BUSY_MS): Promise<Result> {
    if (performance.now() > this.burstEndsAt) await this.letOthersRun();
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw translateError(error);
        await delay(BUSY_PAUSE_MS);
      }
    }
  }

  /**
   * SQLite runs synchronously, so nothing else runs between one query and the next: without this, an import of
   * thousands of prompts would block every other request of this process until it is done.
   */
  private async letOthersRun(): Promise<void> {
    await nextLoopIteration();
    this.burstEndsAt = performance.now() + BURST_MS;
  }
}

/** Creates the file if it is missing, and returns its identity. */
function createFile(file: string): Stats {
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
  try {
    setPragmas(database, file, synchronous);
    // From here on we retry ourselves: SQLite's own waiting would block every other request of this process.
    database.pragma('busy_timeout = 0');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
