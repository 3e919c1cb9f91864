import { beforeAll, describe, expect, inject, it } from 'vitest';
import { signInClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { Client, versionIn } from '../../adapters/http/prompts/support/client.ts';
import { Api, times, tokenIn } from '../../adapters/http/support/api.ts';
import { SERVER_CONNECTIONS, startPgBouncer, viaPgBouncer } from '../../support/servers/postgres/pgbouncer-server.ts';
import { createDatabase, dropDatabase, querySql } from '../../support/servers/postgres/postgres-database.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';

/** The contract: an outage is a 503 within this time, and ends within this time after the storage is back. */
const PROMISED_MS = 5000;
const PUBLISHERS = 20;

describe.runIf(wantedStorages().includes('postgres'))('two instances behind PgBouncer in transaction mode', () => {
  let databaseUrl: string;
  let pooler: TestServer;
  const open = async () => {
    databaseUrl = await createDatabase(inject('postgresUrl'));
    pooler = await startPgBouncer(databaseUrl);
    const dispose = async () => {
      await pooler.dispose();
      await dropDatabase(databaseUrl);
    };
    return { url: viaPgBouncer(pooler, databaseUrl), dispose };
  };
  const installation = provideInstallation(open, { PROMPTHOLD_STORAGE_POSTGRES_POOLED: 'true' });
  let apis: readonly [Api, Api];
  let account: OpenedAccount;

  beforeAll(async () => {
    // Both find an empty database, and one of them creates the tables.
    const services = await Promise.all([installation().serve(), installation().serve()]);
    apis = [new Api(services[0].url), new Api(services[1].url)];
    account = await installation().openAccount();
  });

  const clients = () => apis.map((api) => new Client(api, account.token)) as [Client, Client];

  it('rotates a key: both instances reject the old one immediately', async () => {
    const [here, there] = apis;
    const token = tokenIn(await here.reset(account.token));
    expect((await there.verify(account.token)).status).toBe(401);

    account = { ...account, token };
    expect((await there.verify(token)).status).toBe(200);
  });

  it('publishes twenty versions concurrently, over fewer connections than clients', async () => {
    const [here] = clients();
    await here.createPrompt({ name: 'greeting', content: 'Hello 0.', labels: ['staging'] });

    const versions = await Promise.all(
      times(PUBLISHERS, (index) => clients()[index % 2]?.publish('greeting', { content: `Hello ${index + 1}.` }) ?? 0),
    );

    expect(versions.toSorted((one, other) => one - other)).toEqual(times(PUBLISHERS, (index) => index + 2));
    expect(await openConnections('SHOW SERVERS')).toBe(SERVER_CONNECTIONS);
    expect(await openConnections('SHOW CLIENTS')).toBeGreaterThan(SERVER_CONNECTIONS);
  });

  async function openConnections(list: 'SHOW SERVERS' | 'SHOW CLIENTS'): Promise<number> {
    const name = new URL(databaseUrl).pathname.slice(1);
    return (await querySql(pooler.url, list)).filter(({ database }) => database === name).length;
  }

  it('serves a label that was moved on the other instance', async () => {
    const [here, there] = clients();
    await here.moveLabel('greeting', 'staging', 5);
    expect(versionIn(await there.get('/prompts/greeting?label=staging'))).toBe(5);

    expect((await there.post('/prompts/greeting/labels/staging/rollback')).status).toBe(200);
    expect(versionIn(await here.get('/prompts/greeting?label=staging'))).toBe(1);
  });

  it('accepts a session on both instances, and ends it on both', async () => {
    const client = await signInClient(apis[0].url, account);
    const elsewhere = client.at(apis[1].url);
    expect((await elsewhere.get('session')).status).toBe(200);

    await client.call('DELETE', 'session');
    expect((await elsewhere.get('session')).status).toBe(401);
  });

  it('returns 503 while PgBouncer is down, and recovers by itself when it is back', async () => {
    await pooler.kill();
    for (const api of apis) {
      const startedAt = performance.now();
      expect((await api.verify(account.token)).status).toBe(503);
      expect((await api.reset(account.token)).status).toBe(503);
      expect(performance.now() - startedAt).toBeLessThan(2 * PROMISED_MS);
    }

    await pooler.start();
    for (const api of apis) {
      const works = async () => (await api.verify(account.token)).status === 200;
      await waitUntil(works, { what: 'the service works again', timeoutMs: PROMISED_MS });
    }
    await clients()[0].publish('greeting', { content: 'Hello again.' });
  });
});
