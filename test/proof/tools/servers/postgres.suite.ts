import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPgBouncer, viaPgBouncer } from '../../../support/servers/postgres/pgbouncer-server.ts';
import { createDatabase, dropDatabase } from '../../../support/servers/postgres/postgres-database.ts';
import { startPostgres } from '../../../support/servers/postgres/postgres-server.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';
import { chooseFirst } from './choose-ports.ts';
import { postgresNote } from './stored-note.ts';

/** Specific to Postgres: one process per connection, and databases. */
export function postgresSuite(): void {
  let server: TestServer;

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.dispose());

  it('syncs to disk as in production', async () => {
    const client = await connect(server.url);

    expect((await client.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }]);
    expect((await client.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
    await client.end();
  });

  it('freezes connections that are already open while it is paused', async () => {
    const client = await connect(server.url, { query_timeout: 200 });

    server.pause();
    await expect(client.query('SELECT 1')).rejects.toThrow('timeout');

    server.resume();
    await client.end();
  });

  it('reports its own output when it cannot start', async () => {
    await expect(startPostgres({ settings: { max_connections: 'many' } })).rejects.toThrow(
      'invalid value for parameter "max_connections": "many"',
    );
  });

  it('creates any number of databases, which are isolated from each other', async () => {
    const [mine, yours] = await Promise.all([createDatabase(server.url), createDatabase(server.url)]);

    await postgresNote.leave(mine, 'mine');

    expect(await postgresNote.read(mine)).toBe('mine');
    expect(await postgresNote.read(yours)).toBeUndefined();
  });

  it('drops a database even while a connection to it is open', async () => {
    const database = await createDatabase(server.url);
    const client = await connect(database);
    const closed = new Promise((resolve) => client.once('end', resolve));

    await dropDatabase(database);

    await closed;
    await expect(postgresNote.read(database)).rejects.toThrow('does not exist');
  });

  it('has a pooler that picks another port when its port is taken in the meantime', async () => {
    const pooler = await startPgBouncer(server.url, { choosePort: chooseFirst(server.address.port) });
    try {
      expect(pooler.address.port).not.toBe(server.address.port);
      await postgresNote.leave(viaPgBouncer(pooler, server.url), 'through the pooler');
      expect(await postgresNote.read(server.url)).toBe('through the pooler');
    } finally {
      await pooler.dispose();
    }
  });
}

async function connect(url: string, options: ClientConfig = {}): Promise<Client> {
  const client = new Client({ connectionString: url, ...options });
  // Dropping a database closes its connections with an error.
  client.on('error', () => {});
  await client.connect();
  return client;
}
