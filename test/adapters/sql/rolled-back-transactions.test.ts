import { Client } from 'pg';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { PostgresDatabase } from '../../../src/adapters/outbound/sql/postgres/postgres-database.ts';
import { type SqlDatabase, statement } from '../../../src/adapters/outbound/sql/sql-database.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { createDatabase, dropDatabase, executeSql } from '../../support/servers/postgres/postgres-database.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

const WRITERS = 8;

const COUNT = statement('UPDATE counter SET n = n + 1 WHERE id = :id RETURNING n');
const READ = statement('SELECT n FROM counter WHERE id = :id');
const ATTEMPTS = statement('SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS attempts FROM attempt');

/** Waits on the server, which looks for a deadlock only once, some time after the other transaction has begun to wait. */
const DEADLOCK = `DO $$ BEGIN
  WHILE NOT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))
  LOOP PERFORM pg_sleep(0.001); END LOOP;
  UPDATE counter SET n = 10 WHERE id = 'a';
END $$`;

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

const count = (...ids: string[]) => ids.map((id) => ({ statement: COUNT, parameters: { id }, rows: 1 }));

describe.runIf(wantedStorages().includes('postgres'))('a transaction that Postgres rolled back', () => {
  let url: string;

  beforeEach(async () => {
    url = await createDatabase(inject('postgresUrl'));
    onTestFinished(() => dropDatabase(url));
    await executeSql(url, 'CREATE TABLE counter (id TEXT PRIMARY KEY, n INTEGER NOT NULL DEFAULT 0)');
    await executeSql(url, "INSERT INTO counter (id) VALUES ('a'), ('b')");
  });

  function open(): SqlDatabase {
    const database = new PostgresDatabase({ url, pooled: false });
    onTestFinished(() => database.close());
    return database;
  }

  const read = async (database: SqlDatabase, id: string) => (await database.first(READ, { id }))?.['n'];

  /** Lets every write of a counter fail with this SQLSTATE, and counts the attempts, which are not rolled back. */
  async function failWith(code: string): Promise<void> {
    await executeSql(url, 'CREATE SEQUENCE attempt');
    await executeSql(
      url,
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM nextval('attempt'); RAISE EXCEPTION 'failed' USING ERRCODE = '${code}'; END $$`,
    );
    await executeSql(url, 'CREATE TRIGGER fail BEFORE UPDATE ON counter FOR EACH ROW EXECUTE FUNCTION fail()');
  }

  it('runs again until it does not conflict, even if every transaction is serializable', async () => {
    await executeSql(url, `ALTER DATABASE ${nameOf(url)} SET default_transaction_isolation = 'serializable'`);
    const instances = [open(), open()];

    const writes = Array.from({ length: WRITERS }, (_, index) => [count('a'), count('a', 'b')][index % 2] ?? []);
    await Promise.all(instances.flatMap((instance) => writes.map((each) => instance.atomically(each))));

    expect(await read(open(), 'a')).toBe(2 * WRITERS);
    expect(await read(open(), 'b')).toBe(WRITERS);
  });

  it('runs again after a deadlock', async () => {
    // On a busy machine, the transactions may meet again. Found early, each deadlock leaves time for another attempt.
    await executeSql(url, `ALTER DATABASE ${nameOf(url)} SET deadlock_timeout = '50ms'`);
    const database = open();
    const other = new Client(url);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("SET deadlock_timeout = '10min'");
    await other.query("BEGIN; UPDATE counter SET n = 10 WHERE id = 'b'");

    const deadlock = async () => {
      await other.query(DEADLOCK);
      await other.query('COMMIT');
    };
    const [written] = await Promise.all([database.atomically(count('a', 'b')), deadlock()]);

    expect(written).toEqual({ rows: [[{ n: 11 }], [{ n: 11 }]] });
  });

  it.each([1, 2])('is an outage if it does not succeed in a few attempts, with %i writes', async (writes) => {
    const database = open();
    await failWith('40001');

    await expect(database.atomically(count(...['a', 'b'].slice(0, writes)))).rejects.toThrow(StorageUnavailable);
    const attempts = (await database.first(ATTEMPTS, {}))?.['attempts'];
    expect(attempts).toBeGreaterThan(1);
    expect(attempts).toBeLessThan(10);
  });

  it('does not run again if its outcome is unknown', async () => {
    const database = open();
    await failWith('40003');

    await expect(database.atomically(count('a'))).rejects.toThrow(StorageUnavailable);
    expect(await database.first(ATTEMPTS, {})).toEqual({ attempts: 1 });
  });
});
