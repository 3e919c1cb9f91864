import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PostgresDiagnosis } from '../../../src/adapters/outbound/sql/postgres/postgres-diagnosis.ts';
import { postgresFindings } from '../../../src/adapters/outbound/sql/postgres/postgres-findings.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage-unavailable.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { startPostgres } from '../../support/servers/postgres/postgres-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

const worse = async (url: string) => {
  const { findings } = await new PostgresDiagnosis(url).examine();
  return findings.filter(({ severity }) => severity !== 'ok');
};

const mistake = (severity: string, check: string, message: string, cure: string) => ({
  severity,
  check,
  message: expect.stringContaining(message),
  cure: expect.stringContaining(cure),
});

describe.runIf(wantedStorages().includes('postgres'))('a Postgres', () => {
  let url: string;
  let careless: TestServer;

  beforeAll(async () => {
    url = await createDatabase(inject('postgresUrl'));
    careless = await startPostgres({ settings: { fsync: 'off', full_page_writes: 'off' } });
  });

  afterAll(async () => {
    await dropDatabase(url);
    await careless?.dispose();
  });

  it('that is empty is reported as such, with its time, and stays empty', async () => {
    const facts = await new PostgresDiagnosis(url).examine();

    expect(facts).toMatchObject({ schema: { found: 0 }, keyringChecks: new Map(), time: expect.any(Date) });
    expect(facts.findings.map(({ severity }) => severity)).toEqual(['ok']);
    expect(await rowsOf(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('acknowledges before it has written, if only for this database', async () => {
    await rowsOf(url, `ALTER DATABASE "${nameOf(url)}" SET synchronous_commit = off`);

    expect(await worse(url)).toEqual([
      mistake('error', 'durability', 'synchronous_commit is off', 'synchronous_commit = on'),
    ]);
    await rowsOf(url, `ALTER DATABASE "${nameOf(url)}" RESET synchronous_commit`);
  });

  it('takes no writes, if only in this database', async () => {
    await rowsOf(url, `ALTER DATABASE "${nameOf(url)}" SET default_transaction_read_only = on`);

    expect(await worse(url)).toEqual([mistake('error', 'server role', 'read-only', 'default_transaction_read_only')]);
  });

  it('does not write to disk', async () => {
    expect(await worse(careless.url)).toEqual([
      mistake('error', 'durability', 'fsync is off', 'fsync = on'),
      mistake('error', 'durability', 'full_page_writes is off', 'full_page_writes = on'),
    ]);
  });

  it('is a standby', async () => {
    const standby = await startPostgres();
    try {
      await standby.stop();
      await writeFile(join(standby.folder, 'data/standby.signal'), '');
      await standby.start();

      expect(await worse(standby.url)).toEqual([mistake('error', 'server role', 'standby', 'name the primary')]);
    } finally {
      await standby.dispose();
    }
  });

  it('has no such database, which is an outage with its reason', async () => {
    const missing = url.replace(nameOf(url), 'nowhere');

    const error = await new PostgresDiagnosis(missing).examine().catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(error).toMatchObject({ reason: 'database "nowhere" does not exist' });
  });
});

describe('settings that no server here has', () => {
  const settings = {
    version: 150_004,
    inRecovery: false,
    readOnly: false,
    fsync: 'on',
    fullPageWrites: 'on',
    synchronousCommit: 'on',
    synchronousStandbys: '',
  };

  it('are fine with a standby that commits wait for', () => {
    expect(postgresFindings({ ...settings, synchronousStandbys: 'ANY 1 (a, b)' })).toMatchObject([
      { severity: 'ok', message: expect.stringContaining('ANY 1 (a, b)') },
    ]);
  });

  it('lose at a failover what no standby has', () => {
    expect(postgresFindings({ ...settings, synchronousCommit: 'local', synchronousStandbys: 'a' })).toEqual([
      mistake('warning', 'durability', 'local', 'synchronous_commit = on'),
    ]);
    expect(postgresFindings({ ...settings, synchronousCommit: 'local' })).toMatchObject([{ severity: 'ok' }]);
  });

  it('are too old', () => {
    expect(postgresFindings({ ...settings, version: 130_012 })).toEqual([
      mistake('error', 'server version', 'Postgres 13', '14'),
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
