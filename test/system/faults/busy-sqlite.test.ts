import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROMISED_MS = 5000;
const PASSWORD = 'correct horse battery';

describe.runIf(wantedStorages().includes('sqlite'))('while another process holds the write lock of SQLite', () => {
  let folder: string;
  let installation: Installation;
  let service: ServiceProcess;
  let account: OpenedAccount;
  let intruder: Database.Database;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const file = join(folder, 'prompthold.db');
    installation = await Installation.on(`sqlite:${file}`);
    service = await installation.serve();
    account = await installation.openAccount(PASSWORD);
    intruder = new Database(file);
  });
  afterAll(async () => {
    intruder.close();
    await installation.dispose();
    await rm(folder, { recursive: true });
  });

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
