import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { statement } from '../../../src/adapters/outbound/sql/sql-database.ts';
import { SqliteDatabase } from '../../../src/adapters/outbound/sql/sqlite/sqlite-database.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { aCreation } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';

const LONG_ENOUGH_MS = 60_000;
const WRITES = 50;

describe.runIf(wantedStorages().includes('postgres'))('an account on Postgres whose row is locked', () => {
  async function connect() {
    const url = await createDatabase(inject('postgresUrl'));
    onTestFinished(() => dropDatabase(url));
    const ports = await connectTo(url);
    onTestFinished(() => ports.close());
    const accounts = [anAccount(), anAccount()] as const;
    for (const account of accounts) await ports.accounts.add(account);
    return { url, ports, accounts };
  }

  /** Holds the row as a long transaction would. Returns when the first writes of the account wait for it. */
  async function lockRow(url: string, { id }: Account, startWrites: () => Promise<unknown>) {
    const client = new Client(url);
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [id]);
    const written = startWrites();
    onTestFinished(async () => {
      await client.end();
      await written;
    });
    const isWaiting = async () => (await client.query(BLOCKED)).rows.length > 0;
    await waitUntil(isWaiting, { what: 'a write waits for the row', timeoutMs: LONG_ENOUGH_MS });
  }

  /** Counts those that are over. */
  function startMany(write: () => Promise<unknown>) {
    const ended = { count: 0 };
    const end = () => {
      ended.count += 1;
    };
    const start = () => Promise.all(Array.from({ length: WRITES }, () => write().then(end, end)));
    return { ended, start };
  }

  async function writeEverything({ sessions, accounts, prompts }: StoragePorts, account: Account): Promise<void> {
    await sessions.add(aSession(account));
    expect(await accounts.rename(account.id, account.name)).toBe('renamed');
    expect(await prompts.writer.create(aCreation(account.id))).toMatchObject({ kind: 'created' });
    expect(await prompts.reader.readRevision(account.id)).toBe(1);
  }

  it.each(['content', 'resets'])('does not delay writes and reads of others by its %s', async (kind) => {
    const { url, ports, accounts } = await connect();
    const [locked, other] = accounts;
    const { ended, start } = startMany(() =>
      kind === 'content' ? ports.prompts.writer.create(aCreation(locked.id)) : ports.keys.apply(aRotation(locked)),
    );
    await lockRow(url, locked, start);

    expect(await ports.keys.apply(aRotation(other))).toBe('applied');
    // In one queue with those, it would have come after all of them had failed.
    expect(ended.count).toBeLessThan(WRITES / 2);
    await writeEverything(ports, other);
  });
});

/** Backends that wait for the one that asks. */
const BLOCKED = 'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';

const COUNT = statement(
  `INSERT INTO sign_in_attempt (key, points) VALUES (:account_id, 1)
   ON CONFLICT (key) DO UPDATE SET points = sign_in_attempt.points + 1`,
);

describe('transactions that wait for SQLite', () => {
  it('are committed in turns of their accounts', async () => {
    const database = SqliteDatabase.open(join(await createTestFolder(), 'prompthold.db'));
    onTestFinished(() => database.close());
    await database.migrate();
    const order: string[] = [];
    const write = async (account: string) => {
      await database.atomically([{ statement: COUNT, parameters: { account_id: account } }]);
      order.push(account);
    };

    const busy = Array.from({ length: WRITES }, () => write('busy'));
    await Promise.all([...busy, write('one'), write('two'), write('one')]);

    expect(order.slice(0, 6)).toEqual(['busy', 'one', 'two', 'busy', 'one', 'busy']);
    expect(order.length).toBe(WRITES + 3);
  });
});
