import pg from 'pg';
import type {
  SchemaChange,
  StorageAdministration,
  StorageState,
} from '../../../../application/ports/storage/storage-administration.ts';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { CREATE_VERSION_TABLE, missingMigrations, schemaVersion, setVersion } from '../migrations/schema.ts';
import { numberParameters, type PositionedStatement } from '../named-parameters.ts';
import {
  accountOf,
  growthOf,
  type Parameters,
  type Row,
  type SqlDatabase,
  type SqlSnapshot,
  type Statement,
  type Write,
  type WriteResult,
} from '../sql-database.ts';
import {
  CONNECT_MS,
  connectionConfig,
  ignoreBrokenConnection,
  type PostgresOptions,
  SERVER_TIMEOUTS,
  translateError,
} from './postgres-connection.ts';
import { PostgresPool } from './postgres-pool.ts';
import { assertPrimary, IS_STANDBY, provenRows, provePrimary, rejectStandby } from './postgres-primary.ts';
import { type PostgresQuery, runQuery } from './postgres-query.ts';
import { PostgresSpace } from './postgres-space.ts';
import { transact, writeAlone } from './postgres-transaction.ts';
import { PostgresWriteGate } from './postgres-write-gate.ts';

const MIGRATION_MS = 60_000;
/** Arbitrary, but the same in every release. */
const MIGRATION_LOCK = 7_041_963_207;

const SET_LOCAL_TIMEOUTS = Object.entries(SERVER_TIMEOUTS).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`);

/** Reads and writes go to the server of the URL, which must be the primary. */
export class PostgresDatabase implements SqlDatabase, StorageAdministration {
  private readonly pool: PostgresPool;
  /** Weak, so that statements that are no longer used can be collected. */
  private readonly numbered = new WeakMap<Statement, PositionedStatement>();
  private readonly begin: string;
  private readonly writing = new PostgresWriteGate();
  private readonly space = new PostgresSpace((text) => this.pool.run((client) => client.query(text)));

  constructor(private readonly options: PostgresOptions) {
    this.begin = options.pooled ? ['BEGIN', ...SET_LOCAL_TIMEOUTS].join(';') : 'BEGIN';
    this.pool = new PostgresPool(options);
  }

  async first(statement: Statement, parameters: Parameters): Promise<Row | undefined> {
    return (await this.all(statement, parameters))[0];
  }

  async all(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    const read = this.query(statement, parameters);
    return this.pool.run(async (client) => {
      if (!this.options.pooled) return (await runQuery(client, read)).rows;
      return provenRows((await runQuery(client, { ...read, text: provePrimary(read.text) })).rows);
    });
  }

  async atomically(writes: readonly Write[]): Promise<WriteResult> {
    const growth = growthOf(writes);
    if (growth === 'content') this.assertRoomForContent();
    const queries = writes.map(({ statement, parameters, rows }) => ({
      query: this.query(statement, parameters),
      expected: rows,
    }));
    const [first, ...others] = queries;
    const isSingle = others.length === 0 && !this.options.pooled;
    const write = (client: pg.ClientBase) =>
      first && isSingle ? writeAlone(client, first) : transact(client, this.begin, queries);
    return this.writing.enter(growth, accountOf(writes[0]?.parameters), () =>
      this.space.withReserve(growth, () => this.pool.run(write)),
    );
  }

  /** Writes without a transaction: one round trip instead of three. */
  async writeRelaxed(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    const query = this.query(statement, parameters);
    const write = () => this.pool.run((client) => runQuery(client, query));
    return (await this.writing.enter(undefined, accountOf(parameters), () => this.space.withReserve(undefined, write)))
      .rows;
  }

  /** Uses its own connection: a migration may take longer than a request, and waits for other instances' migrations. */
  async migrate(): Promise<SchemaChange> {
    const client = new pg.Client({ ...connectionConfig(this.options.url), connectionTimeoutMillis: CONNECT_MS });
    client.on('error', ignoreBrokenConnection);
    try {
      await client.connect();
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${MIGRATION_MS}; SET LOCAL statement_timeout = 0`);
      await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await client.query(CREATE_VERSION_TABLE);
      const { version: from } = await readSchemaVersion(client);
      for (const { version, statements } of missingMigrations(from, 'postgres')) {
        for (const text of statements) await client.query(text);
        await client.query(setVersion(version));
      }
      await client.query('COMMIT');
      return { from, to: schemaVersion };
    } catch (error) {
      throw translateError(error);
    } finally {
      await client.end();
    }
  }

  /** May stay open as long as needed, but no single statement may take longer than a migration. */
  async snapshot(): Promise<SqlSnapshot> {
    const client = new pg.Client({ ...connectionConfig(this.options.url), connectionTimeoutMillis: CONNECT_MS });
    client.on('error', ignoreBrokenConnection);
    const closeAndThrow = async (error: unknown): Promise<never> => {
      await client.end().catch(ignoreBrokenConnection);
      throw translateError(error);
    };
    try {
      await client.connect();
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${MIGRATION_MS};
        SET LOCAL idle_in_transaction_session_timeout = 0`);
      await rejectStandby(client);
    } catch (error) {
      return closeAndThrow(error);
    }
    return {
      all: async (statement, parameters) => {
        const { rows } = await runQuery(client, this.query(statement, parameters)).catch(closeAndThrow);
        return rows;
      },
      close: () => client.end(),
    };
  }

  async ping(): Promise<StorageState> {
    const { version, time } = await this.pool.run(readSchemaVersion);
    if (version !== schemaVersion) throw new StorageUnavailable('Postgres', new Error(`schema version ${version}`));
    return { isNearlyFull: this.space.isFull(), time };
  }

  reserveSpace(): Promise<void> {
    return this.space.fillReserve();
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private assertRoomForContent(): void {
    if (this.space.isFull()) throw new StorageFull('Postgres', new Error('its disk or tablespace is full'));
  }

  private query(statement: Statement, parameters: Parameters): PostgresQuery {
    let known = this.numbered.get(statement);
    if (!known) {
      known = numberParameters(statement.postgres);
      this.numbered.set(statement, known);
    }
    const values = known.names.map((name) => parameters[name]);
    return this.options.pooled ? { text: known.text, values } : { name: statement.name, text: known.text, values };
  }
}

async function readSchemaVersion(client: pg.ClientBase): Promise<{ version: number; time: Date | undefined }> {
  const { rows } = await client.query<{ version: number; time: Date; standby: boolean }>(
    `SELECT version, clock_timestamp() AS time, ${IS_STANDBY} AS standby FROM schema_version`,
  );
  const [found] = rows;
  if (found) assertPrimary(found.standby);
  return { version: found?.version ?? 0, time: found?.time };
}
