import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const PROMISED_MS = 5000;

const sqlite = realStorages.filter(({ name }) => name === 'sqlite');

describe.each(sqlite)('while another process holds the write lock of $name', ({ fresh }) => {
  const installation = provideInstallation(fresh);
  let service: ServiceProcess;
  let account: OpenedAccount;
  let intruder: Database.Database;

  beforeAll(async () => {
    service = await installation().serve();
    account = await installation().openAccount();
    intruder = new Database(installation().storageUrl.slice('sqlite:'.length));
  });
  afterAll(() => void intruder.close());

  const request = (method: string) =>
    fetch(`${service.url}/api/auth/token`, {
      method,
      headers: { authorization: `Bearer ${account.token}` },
      signal: AbortSignal.timeout(PROMISED_MS),
    });

  it('fails any number of writes with 503 in time, serves reads, and recovers afterwards', async () => {
    intruder.exec('BEGIN IMMEDIATE');
    const resets = Array.from({ length: 10 }, () => request('DELETE'));
    expect((await request('GET')).status).toBe(200);
    expect((await Promise.all(resets)).map(({ status }) => status)).toEqual(Array(10).fill(503));

    intruder.exec('COMMIT');
    expect((await request('DELETE')).status).toBe(200);
  });
});
