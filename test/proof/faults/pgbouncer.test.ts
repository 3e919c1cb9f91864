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

/** What the contract promises: an outage is a 503 within this time, and over this soon after the storage is back. */
const PROMISED_MS = 5000;
/** Where nothing is promised, but that it does not hang. */
const LONG_ENOUGH_MS = 60_000;
const PASSWORD = 'correct horse battery';
const PUBLISHERS = 20;

/** Each endpoint answers a part of it, and a failure none. */
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
    // Both find an empty database, and one of them makes the tables.
    [here, there] = await Promise.all([installation.serve(), installation.serve()]);
    account = await installation.openAccount(PASSWORD);
  });
  afterAll(async () => {
    await installation?.dispose();
    await pooler?.dispose();
    if (databaseUrl) await dropDatabase(databaseUrl);
  });

  async function ask(
    { url }: ServiceProcess,
    method: string,
    path: string,
    body?: unknown,
    timeoutMs = LONG_ENOUGH_MS,
  ) {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, body: (await answer.json()) as SuccessBody };
  }

  it('resets a key: the old one is dead on both at once', async () => {
    const old = account;
    const reset = await ask(here, 'DELETE', 'auth/token');
    expect(reset.status).toBe(200);
    expect((await ask(there, 'GET', 'auth/token')).status).toBe(401);

    account = { ...old, token: reset.body.token };
    expect((await ask(there, 'GET', 'auth/token')).status).toBe(200);
  });

  it('publishes twenty versions at once, over fewer connections than there are clients', async () => {
    expect((await ask(here, 'PUT', 'prompts/greeting', { content: 'Hello 0.', labels: ['staging'] })).status).toBe(201);

    const contents = Array.from({ length: PUBLISHERS }, (_, index) => `Hello ${index + 1}.`);
    const answers = await Promise.all(
      contents.map((content, index) =>
        ask(index % 2 === 0 ? here : there, 'POST', 'prompts/greeting/versions', { content }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const versions = answers.map(({ body }) => body.data.version).sort((one, other) => one - other);
    expect(versions).toEqual(contents.map((_, index) => index + 2));
    expect(await openConnections('SHOW SERVERS')).toBe(SERVER_CONNECTIONS);
    expect(await openConnections('SHOW CLIENTS')).toBeGreaterThan(SERVER_CONNECTIONS);
  });

  async function openConnections(list: 'SHOW SERVERS' | 'SHOW CLIENTS'): Promise<number> {
    const name = new URL(databaseUrl).pathname.slice(1);
    return (await queryPgBouncer(pooler.url, list)).filter(({ database }) => database === name).length;
  }

  it('moves a label on one, and the other sees it', async () => {
    expect((await ask(here, 'PUT', 'prompts/greeting/labels/staging', { version: 5 })).status).toBe(200);
    expect((await ask(there, 'GET', 'prompts/greeting?label=staging')).body.data.version).toBe(5);

    expect((await ask(there, 'POST', 'prompts/greeting/labels/staging/rollback')).status).toBe(200);
    expect((await ask(here, 'GET', 'prompts/greeting?label=staging')).body.data.version).toBe(1);
  });

  it('knows a session on both, and ends it on both', async () => {
    const client = new DashboardClient(here.url);
    expect((await client.signIn({ email: account.email, password: PASSWORD })).status).toBe(200);
    const elsewhere = client.at(there.url);
    expect((await elsewhere.get('session')).status).toBe(200);

    await client.call('DELETE', 'session');
    expect((await elsewhere.get('session')).status).toBe(401);
  });

  it('answers 503 while the pooler is away, and goes on by itself when it is back', async () => {
    await pooler.kill();
    for (const service of [here, there]) {
      for (const method of ['GET', 'DELETE']) {
        expect((await ask(service, method, 'auth/token', undefined, PROMISED_MS)).status).toBe(503);
      }
    }

    await pooler.start();
    for (const service of [here, there]) {
      const works = async () => (await ask(service, 'GET', 'auth/token', undefined, PROMISED_MS)).status === 200;
      await waitUntil(works, { what: 'the service works again', timeoutMs: PROMISED_MS });
    }
    expect((await ask(here, 'POST', 'prompts/greeting/versions', { content: 'Hello again.' })).status).toBe(201);
  });
});
