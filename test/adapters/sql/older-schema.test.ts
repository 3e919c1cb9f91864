import Database from 'better-sqlite3';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import {
  CREATE_VERSION_TABLE,
  missingMigrations,
  setVersion,
} from '../../../src/adapters/outbound/sql/migrations/schema.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const sqlStorages = realStorages.filter(({ name }) => name === 'sqlite' || name === 'postgres');

/** The last version without sessions. */
const OLDER_VERSION = 2;

describe.each(sqlStorages)('$name written by a release without sessions', ({ fresh }) => {
  it('keeps its accounts, which can then have sessions', async () => {
    const { url, dispose } = await fresh();
    onTestFinished(dispose);
    const account = anAccount();
    const { id, email, name, passwordHash, key, createdAt } = account;
    await run(url, (dialect) => [
      CREATE_VERSION_TABLE,
      ...missingMigrations(0, dialect)
        .slice(0, OLDER_VERSION)
        .flatMap(({ statements }) => statements),
      setVersion(OLDER_VERSION),
      `INSERT INTO account (id, email, name, password_hash, key_digest, key_sealed, key_issued_at, created_at)
       VALUES ('${id}', '${email}', '${name}', '${passwordHash}', '${key.digest}', '${key.sealed}',
         ${key.issuedAt.getTime()}, ${createdAt.getTime()})`,
    ]);

    const { accounts, sessions, close } = await connectTo(url);
    onTestFinished(close);
    const session = aSession(account);
    await sessions.add(session);

    expect(await accounts.find(id)).toEqual(account);
    expect(await sessions.find(session.digest)).toEqual({ session, account });
  });
});

async function run(url: string, texts: (dialect: 'sqlite' | 'postgres') => readonly string[]): Promise<void> {
  const location = parseStorageUrl(url);
  if (location.kind === 'sqlite') {
    const database = new Database(location.file);
    for (const text of texts('sqlite')) database.exec(text);
    database.close();
    return;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const text of texts('postgres')) await client.query(text);
  await client.end();
}
