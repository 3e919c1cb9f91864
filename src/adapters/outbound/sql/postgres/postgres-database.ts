import pg from 'pg';
import type {
  SchemaChange,
  StorageAdministration,
  StorageState,
} from '../../../../application/ports/storage/storage-administration.ts';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { BoundedGate, type GateLimits } from '../../crypto/bounded-gate.ts';
import { type NumberedStatement, numberParameters } from '../named-parameters.ts';
import { CREATE_VERSION_TABLE, missingMigrations, schemaVersion, setVersion } from '../schema.ts';
import {
  type Growth,
  growthOf,
  type Parameters,
  type Row,
  type SqlDatabase,
  type SqlSnapshot,
  type Statement,
  type Write,
  type WriteResult,
  type WriteStatement,
} from '../sql-database.ts';
import {
  CONNECT_MS,
  connectionConfig,
  ignoreBrokenConnection,
  type PostgresOptions,
  SERVER_TIMEOUTS,
  sessionConfig,
  translateError,
} from './postgres-connection.ts';
import { type PostgresQuery, runQuery } from './postgres-query.ts';
import { PostgresSpace } from './postgres-space.ts';
import { transact, writeAlone } from './postgres-transaction.ts';

const POOL_SIZE = 10;
const WRITE_LIMITS: GateLimits = { concurrentMax: 4, waitingMax: 1000, waitMsMax: 2500 };
const MIGRATION_MS = 60_000;
/** Arbitrary, but the same in every release. */
const MIGRATION_LOCK = 7_041_963_207;

const SET_LOCAL_TIMEOUTS = Object.entries(SERVER_TIMEOUTS).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`);

/** Reads and writes go to the server of the URL, which must be the primary. */
export class PostgresDatabase implements SqlDatabase, StorageAdministration {
  private readonly pool: pg.Pool;
  /** Weak, so that statements that are no longer used can be collected. */
  private readonly numbered = new WeakMap<Statement, NumberedStatement>();
  private readonly begin: string;
  private readonly writing = new BoundedGate(WRITE_LIMITS);
  private readonly space = new PostgresSpace((text) => this.withClient((client) => client.query(text)));

  constructor(private readonly options: PostgresOptions) {
    this.begin = options.pooled ? ['BEGIN', ...SET_LOCAL_TIMEOUTS].join(';') : 'BEGIN';
    this.pool = new pg.Pool({
      ...sessionConfig(options),
      max: POOL_SIZE,
      // Sends a query before the response to the last one has arrived.
      pipeline: true,
      verify: rejectStandby,
    });
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    this.pool.on('error', ignoreBrokenConnection);
    this.pool.on('connect', (client) => client.on('error', ignoreBrokenConnection));
  }

  async first(statement: Statement, parameters: Parameters): Promise<Row | undefined> {
    return (await this.all(statement, parameters))[0];
  }

  async all(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    const { rows } = await this.withClient((client) => runQuery(client, this.query(statement, parameters)));
    return rows;
  }

  async atomically(writes: readonly Write[]): Promise<WriteResult> {
    const growth = growthOf(writes);
    if (growth === 'content') this.assertRoomForContent();
    const queries = writes.flatMap(({ statement, parameters, rows }) =>
      isForPostgres(statement) ? [{ query: this.query(statement, parameters), expected: rows }] : [],
    );
    const [first, ...others] = queries;
    if (first && others.length === 0 && !this.options.pooled) {
      return this.limitWrites(growth, (client) => writeAlone(client, first));
    }
    return this.limitWrites(growth, (client) => transact(client, this.begin, queries));
  }

  /** Without a transaction around it: one round trip instead of three. */
  async writeRelaxed(statement: Statement, parameters: Parameters): Promise<readonly Row[]> {
    const write = (client: pg.PoolClient) => runQuery(client, this.query(statement, parameters));
    return (await this.limitWrites(undefined, write)).rows;
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
      const { version: from } = await readVersion(client);
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
    const { version, time } = await this.withClient(readVersion);
    if (version !== schemaVersion) throw new StorageUnavailable('Postgres', new Error(`schema version ${version}`));
    return { isNearlyFull: this.space.isFull(), time };
  }

  reserveSpace(): Promise<void> {
    return this.space.fillReserve();
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  /**
   * Limits concurrent writes: writes to one account wait for each other's row lock. If they took all connections, no
   * request could read, and the last write in the queue would exceed every timeout.
   */
  private async limitWrites<Result>(
    growth: Growth | undefined,
    write: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.writing.enter(() => this.space.withReserve(growth, () => this.withClient(write)));
    if (result === 'busy') throw new StorageUnavailable('Postgres', new Error('too many writes are waiting'));
    return result;
  }

  private async withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // The connection may be in any state, perhaps with a response still in flight: never reuse it.
      client?.release(true);
      throw translateError(error);
    }
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

const isForPostgres = (statement: WriteStatement): statement is Statement => statement.postgres !== undefined;

/**
 * An address that follows the primary may briefly lead to a standby. A standby accepts no writes but serves reads, and
 * may not have an acknowledged key yet: a valid key would be rejected.
 */
function rejectStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby').then(
    ({ rows }) => done(rows[0]?.standby === false ? undefined : new Error('this server is a standby')),
    (error) => done(error),
  );
}

async function readVersion(client: pg.ClientBase): Promise<{ version: number; time: Date | undefined }> {
  const { rows } = await client.query<{ version: number; time: Date }>(
    'SELECT version, clock_timestamp() AS time FROM schema_version',
  );
  return { version: rows[0]?.version ?? 0, time: rows[0]?.time };
}
