import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CREATE_VERSION_TABLE,
  missingMigrations,
  setVersion,
} from '../../../src/adapters/outbound/sql/migrations/schema.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import {
  anOrder,
  anOwner,
  aPromptOfVersions,
  aRelease,
  mustRevise,
  PRODUCTION,
  protect,
} from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { through } from '../../support/builders/through.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { sqlStorages } from '../../support/storage/fresh-storage.ts';
import { runSql } from '../../support/storage/run-sql.ts';

/** The last version without sessions. */
const OLDER_VERSION = 2;
/** The last version without locks. */
const UNLOCKED_VERSION = 17;

/** Creates the schema of an earlier release, and writes to it. */
async function createOlder(kind: string, url: string, version: number, ...writes: readonly string[]): Promise<void> {
  const migrations = missingMigrations(0, kind === 'sqlite' ? 'sqlite' : 'postgres').slice(0, version);
  const statements = migrations.flatMap((migration) => migration.statements);
  await runSql(url, CREATE_VERSION_TABLE, ...statements, setVersion(version), ...writes);
}

const insertAccount = ({ id, email, name, passwordHash, key, createdAt }: Account): string =>
  `INSERT INTO account (id, email, name, password_hash, key_digest, key_sealed, key_issued_at, created_at)
   VALUES ('${id}', '${email}', '${name}', '${passwordHash}', '${key.digest}', '${key.sealed}',
     ${key.issuedAt.getTime()}, ${createdAt.getTime()})`;

describe.each(sqlStorages)('$name written by a release without sessions', ({ name: kind, fresh }) => {
  it('keeps its accounts, which can then have sessions', async () => {
    const { url, dispose } = await fresh();
    onTestFinished(dispose);
    const account = anAccount();
    await createOlder(kind, url, OLDER_VERSION, insertAccount(account));

    const { accounts, sessions, close } = await connectTo(url);
    onTestFinished(close);
    const session = aSession(account);
    await sessions.add(session);

    expect(await accounts.find(account.id)).toEqual(account);
    expect(await sessions.find(session.digest)).toEqual({ session, account });
  });
});

describe.each(sqlStorages)('$name written by a release without locks', ({ name: kind, fresh }) => {
  it('names the accounts that protect labels', async () => {
    const { url, dispose } = await fresh();
    onTestFinished(dispose);
    const [one, other] = [anAccount(), anAccount()];
    const protectLabel = (label: string) => `INSERT INTO protected_label VALUES ('${one.id}', '${label}')`;
    const writes = [insertAccount(one), insertAccount(other), protectLabel('a'), protectLabel('b')];
    await createOlder(kind, url, UNLOCKED_VERSION, ...writes);

    const { prompts, close } = await connectTo(url);
    onTestFinished(close);

    expect(await prompts.pendingLocks.list(10)).toEqual([one.id]);
  });

  it('does not apply the lock of a label that such a release moved', async () => {
    const { url, dispose } = await fresh();
    onTestFinished(dispose);
    const ports = await connectTo(url);
    onTestFinished(ports.close);
    const { owner, id } = await aPromptOfVersions(ports, await anOwner(ports), 2);
    await protect(ports, owner, PRODUCTION);
    const labels = [{ ...anOrder(PRODUCTION, 1), release: aRelease('tone') }];
    await mustRevise(ports, { owner, id }, { labels, by: through('dashboard') });

    await runSql(url, 'UPDATE prompt_label SET version = 2');

    const reading = await ports.prompts.reader.read(owner, { by: 'id', id }, { by: 'label', label: PRODUCTION });
    expect(reading).toMatchObject({ version: { version: 2 }, lock: undefined });
  });
});
