import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CREATE_VERSION_TABLE,
  missingMigrations,
  setVersion,
} from '../../../src/adapters/outbound/sql/migrations/schema.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { sqlStorages } from '../../support/storage/fresh-storage.ts';
import { runSql } from '../../support/storage/run-sql.ts';

/** The last version without sessions. */
const OLDER_VERSION = 2;

describe.each(sqlStorages)('$name written by a release without sessions', ({ name: kind, fresh }) => {
  it('keeps its accounts, which can then have sessions', async () => {
    const { url, dispose } = await fresh();
    onTestFinished(dispose);
    const account = anAccount();
    const { id, email, name, passwordHash, key, createdAt } = account;
    const migrations = missingMigrations(0, kind === 'sqlite' ? 'sqlite' : 'postgres');
    await runSql(
      url,
      CREATE_VERSION_TABLE,
      ...migrations.slice(0, OLDER_VERSION).flatMap(({ statements }) => statements),
      setVersion(OLDER_VERSION),
      `INSERT INTO account (id, email, name, password_hash, key_digest, key_sealed, key_issued_at, created_at)
       VALUES ('${id}', '${email}', '${name}', '${passwordHash}', '${key.digest}', '${key.sealed}',
         ${key.issuedAt.getTime()}, ${createdAt.getTime()})`,
    );

    const { accounts, sessions, close } = await connectTo(url);
    onTestFinished(close);
    const session = aSession(account);
    await sessions.add(session);

    expect(await accounts.find(id)).toEqual(account);
    expect(await sessions.find(session.digest)).toEqual({ session, account });
  });
});
