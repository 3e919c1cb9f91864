import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DashboardClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import {
  queryPgBouncer,
  SERVER_CONNECTIONS,
  startPgBouncer,
  viaPgBouncer,
} from '../../support/servers/postgres/pgbouncer-server.ts';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';

/** The contract: an outage is a 503 within this time, and ends within this time after the storage is back. */
const PROMISED_MS = 5000;
/** For requests without a guaranteed time, to detect hangs. */
const LONG_ENOUGH_MS = 60_000;
const PASSWORD = 'correct horse battery';
const PUBLISHERS = 20;

/** Each endpoint returns some of these fields; an error returns none. */
interface SuccessBody {
  readonly token: string;
  readonly data: { readonly version: number };
}

describe.runIf(wantedStorages().includes('postgres'))('two instances behind PgBouncer in transaction mode', () => {
  let databaseUrl: string;
  let pooler: TestServer;
  let installation: Installation;
  let here: ServiceProcess;
  let there: ServiceProcess;
  let account: OpenedAccount;

  beforeAll(async () => {
    databaseUrl = await createDatabase(inject('postgresUrl'));
    pooler = await startPgBouncer(databaseUrl);
    installation = await Installation.on(viaPgBouncer(pooler, databaseUrl), {
      PROMPTHOLD_STORAGE_POSTGRES_POOLED: 'true',
    });
    // Both find an empty database, and one of them creates the tables.
    [here, there] = await Promise.all([installation.serve(), installation.serve()]);
    account = await installation.openAccount(PASSWORD);
  });
  afterAll(async () => {
    await installation?.dispose();
    await pooler?.dispose();
    if (databaseUrl) await dropDatabase(databaseUrl);
  });

  async function send(
    { url }: ServiceProcess,
    method: string,
    path: string,
    body?: unknown,
    timeoutMs = LONG_ENOUGH_MS,
  ) {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: (await response.json()) as SuccessBody };
  }

  it('rotates a key: both instances reject the old one immediately', async () => {
    const old = account;
    const reset = await send(here, 'DELETE', 'auth/token');
    expect(reset.status).toBe(200);
    expect((await send(there, 'GET', 'auth/token')).status).toBe(401);

    account = { ...old, token: reset.body.token };
    expect((await send(there, 'GET', 'auth/token')).status).toBe(200);
  });

  it('publishes twenty versions concurrently, over fewer connections than clients', async () => {
    expect((await send(here, 'PUT', 'prompts/greeting', { content: 'Hello 0.', labels: ['staging'] })).status).toBe(
      201,
    );

    const contents = Array.from({ length: PUBLISHERS }, (_, index) => `Hello ${index + 1}.`);
    const responses = await Promise.all(
      contents.map((content, index) =>
        send(index % 2 === 0 ? here : there, 'POST', 'prompts/greeting/versions', { content }),
      ),
    );

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    const versions = responses.map(({ body }) => body.data.version).sort((one, other) => one - other);
    expect(versions).toEqual(contents.map((_, index) => index + 2));
    expect(await openConnections('SHOW SERVERS')).toBe(SERVER_CONNECTIONS);
    expect(await openConnections('SHOW CLIENTS')).toBeGreaterThan(SERVER_CONNECTIONS);
  });

  async function openConnections(list: 'SHOW SERVERS' | 'SHOW CLIENTS'): Promise<number> {
    const name = new URL(databaseUrl).pathname.slice(1);
    return (await queryPgBouncer(pooler.url, list)).filter(({ database }) => database === name).length;
  }

  it('serves a label that was moved on the other instance', async () => {
    expect((await send(here, 'PUT', 'prompts/greeting/labels/staging', { version: 5 })).status).toBe(200);
    expect((await send(there, 'GET', 'prompts/greeting?label=staging')).body.data.version).toBe(5);

    expect((await send(there, 'POST', 'prompts/greeting/labels/staging/rollback')).status).toBe(200);
    expect((await send(here, 'GET', 'prompts/greeting?label=staging')).body.data.version).toBe(1);
  });

  it('accepts a session on both instances, and ends it on both', async () => {
    const client = new DashboardClient(here.url);
    expect((await client.signIn({ email: account.email, password: PASSWORD })).status).toBe(200);
    const elsewhere = client.at(there.url);
    expect((await elsewhere.get('session')).status).toBe(200);

    await client.call('DELETE', 'session');
    expect((await elsewhere.get('session')).status).toBe(401);
  });

  it('returns 503 while PgBouncer is down, and recovers by itself when it is back', async () => {
    await pooler.kill();
    for (const service of [here, there]) {
      for (const method of ['GET', 'DELETE']) {
        expect((await send(service, method, 'auth/token', undefined, PROMISED_MS)).status).toBe(503);
      }
    }

    await pooler.start();
    for (const service of [here, there]) {
      const works = async () => (await send(service, 'GET', 'auth/token', undefined, PROMISED_MS)).status === 200;
      await waitUntil(works, { what: 'the service works again', timeoutMs: PROMISED_MS });
    }
    expect((await send(here, 'POST', 'prompts/greeting/versions', { content: 'Hello again.' })).status).toBe(201);
  });
});
