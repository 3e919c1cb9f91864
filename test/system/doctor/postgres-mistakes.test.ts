import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PostgresDiagnosis } from '../../../src/adapters/outbound/sql/postgres/postgres-diagnosis.ts';
import { postgresFindings } from '../../../src/adapters/outbound/sql/postgres/postgres-findings.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { startPostgres } from '../../support/servers/postgres/postgres-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { aProblem } from './doctor-report.ts';

const findProblems = async (url: string) => {
  const { findings } = await new PostgresDiagnosis({ url, pooled: false }).examine();
  return findings.filter(({ severity }) => severity !== 'ok');
};

describe.runIf(wantedStorages().includes('postgres'))('doctor on Postgres', () => {
  let url: string;
  let unsafeServer: TestServer;

  beforeAll(async () => {
    url = await createDatabase(inject('postgresUrl'));
    unsafeServer = await startPostgres({ fsync: 'off', full_page_writes: 'off' });
  });

  afterAll(async () => {
    await dropDatabase(url);
    await unsafeServer?.dispose();
  });

  it('reports the server time and an empty schema, and creates nothing', async () => {
    const facts = await new PostgresDiagnosis({ url, pooled: false }).examine();

    expect(facts).toMatchObject({ schema: { found: 0 }, keyringChecks: new Map(), time: expect.any(Date) });
    expect(facts.findings.map(({ severity }) => severity)).toEqual(['ok']);
    expect(await rowsOf(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('reports synchronous_commit = off, even if set only for this database', async () => {
    await rowsOf(url, `ALTER DATABASE "${nameOf(url)}" SET synchronous_commit = off`);

    expect(await findProblems(url)).toEqual([
      aProblem('error', 'durability', 'synchronous_commit is off', 'synchronous_commit = on'),
    ]);
    await rowsOf(url, `ALTER DATABASE "${nameOf(url)}" RESET synchronous_commit`);
  });

  it('reports a read-only database, even if set only for this database', async () => {
    await rowsOf(url, `ALTER DATABASE "${nameOf(url)}" SET default_transaction_read_only = on`);

    expect(await findProblems(url)).toEqual([
      aProblem('error', 'server role', 'read-only', 'default_transaction_read_only'),
    ]);
  });

  it('reports fsync and full_page_writes that are off', async () => {
    expect(await findProblems(unsafeServer.url)).toEqual([
      aProblem('error', 'durability', 'fsync is off', 'fsync = on'),
      aProblem('error', 'durability', 'full_page_writes is off', 'full_page_writes = on'),
    ]);
  });

  it('reports a standby', async () => {
    const standby = await startPostgres();
    try {
      await standby.stop();
      await writeFile(join(standby.folder, 'data/standby.signal'), '');
      await standby.start();

      expect(await findProblems(standby.url)).toEqual([
        aProblem('error', 'server role', 'standby', 'name the primary'),
      ]);
    } finally {
      await standby.dispose();
    }
  });

  it('treats a missing database as an unavailable storage, with the reason', async () => {
    const missing = url.replace(nameOf(url), 'nowhere');

    const error = await new PostgresDiagnosis({ url: missing, pooled: false })
      .examine()
      .catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(error).toMatchObject({ reason: 'database "nowhere" does not exist' });
  });
});

describe('postgresFindings', () => {
  const settings = {
    version: 150_004,
    inRecovery: false,
    readOnly: false,
    fsync: 'on',
    fullPageWrites: 'on',
    synchronousCommit: 'on',
    synchronousStandbys: '',
    reserveIsUsed: false,
  };

  it('accepts a synchronous standby', () => {
    expect(postgresFindings({ ...settings, synchronousStandbys: 'ANY 1 (a, b)' })).toMatchObject([
      { severity: 'ok', message: expect.stringContaining('ANY 1 (a, b)') },
    ]);
  });

  it('warns of commits that do not wait for the standby', () => {
    expect(postgresFindings({ ...settings, synchronousCommit: 'local', synchronousStandbys: 'a' })).toEqual([
      aProblem('warning', 'durability', 'local', 'synchronous_commit = on'),
    ]);
    expect(postgresFindings({ ...settings, synchronousCommit: 'local' })).toMatchObject([{ severity: 'ok' }]);
  });

  it('reports a full disk or tablespace', () => {
    expect(postgresFindings({ ...settings, reserveIsUsed: true })).toEqual([
      aProblem('error', 'disk', 'prompts cannot be written', 'make room'),
    ]);
  });

  it('reports an unsupported server version', () => {
    expect(postgresFindings({ ...settings, version: 130_012 })).toEqual([
      aProblem('error', 'server version', 'Postgres 13', '14'),
    ]);
  });
});

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function rowsOf(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
