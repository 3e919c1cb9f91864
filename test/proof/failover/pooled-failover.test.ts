import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IS_STANDBY } from '../../../src/adapters/outbound/sql/postgres/postgres-primary.ts';
import { signInClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { Api, tokenIn } from '../../adapters/http/support/api.ts';
import { startPgBouncer, viaPgBouncer } from '../../support/servers/postgres/pgbouncer-server.ts';
import { startPostgresPair } from '../../support/servers/postgres/postgres-pair.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { AcknowledgedWrites } from '../../support/service/acknowledged-writes.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';
import { SwitchableProxy } from '../../support/storage/switchable-proxy.ts';
import { CredentialReads, type ReadCredential } from './credential-reads.ts';

/** Guaranteed by docs/topologies/postgres-standby.md, counted from the promotion. */
const RECOVERED_MS = 15_000;
const TIMEOUT_MS = 240_000;

describe.runIf(wantedStorages().includes('postgres'))('PgBouncer that leads to a standby which lags behind', () => {
  /** PgBouncer reaches the server through an address that can move, as it would by its configuration or by DNS. */
  async function startPooled(mode: 'sync' | 'async') {
    const pair = await startPostgresPair(mode);
    onTestFinished(() => pair.dispose());
    const address = await SwitchableProxy.to(pair.primary.address.port);
    onTestFinished(() => address.dispose());
    const database = `postgres://postgres@127.0.0.1:${address.port}/postgres`;
    const pooler = await startPgBouncer(database);
    onTestFinished(() => pooler.dispose());
    const pooled = { PROMPTHOLD_STORAGE_POSTGRES_POOLED: 'true' };
    const installation = await createTestInstallation(async () => viaPgBouncer(pooler, database), pooled);
    return { pair, address, installation, services: [await installation.serve(), await installation.serve()] as const };
  }

  /** Retires a key and a session, both after the standby has stopped showing writes. */
  async function retireCredentials({ url }: ServiceProcess, account: OpenedAccount, pauseReplay: () => Promise<void>) {
    const before = await signInClient(url, account);
    await pauseReplay();
    const after = await signInClient(url, account);
    const retired = { key: account.token, cookie: before.cookie ?? '' };
    const token = tokenIn(await new Api(url).reset(account.token));
    expect((await before.call('DELETE', 'session')).status).toBe(204);
    return { retired, valid: { key: token, cookie: after.cookie ?? '' } };
  }

  it(
    'never rejects a valid credential, never accepts a retired one, and loses nothing, with a synchronous standby',
    async () => {
      const { pair, address, installation, services } = await startPooled('sync');
      const accounts = [await installation.openAccount(), await installation.openAccount()];
      const subject = await installation.openAccount();
      const { valid, retired } = await retireCredentials(services[0], subject, pair.pauseReplay);
      const reads = new CredentialReads(services, [...readsWith(valid, 200), ...readsWith(retired, 401)]);
      onTestFinished(() => reads.stop());
      const writes = await AcknowledgedWrites.start(services, accounts);
      onTestFinished(() => writes.stop());
      await Promise.all([reads.waitForExpected(), writes.waitForProgress()]);

      address.moveTo(pair.standby.address.port);
      await pair.primary.kill();
      await Promise.all([reads.waitForUnavailable(), writes.waitForRejections()]);
      for (const { url } of services) expect((await fetch(`${url}/readyz`)).status).toBe(503);

      await pair.promote();
      await Promise.all([reads.waitForExpected(RECOVERED_MS), writes.waitForProgress(RECOVERED_MS)]);
      await Promise.all([reads.stop(), writes.stop()]);
      await writes.check();

      expect([...reads.failures, ...writes.failures]).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'never rejects a valid credential and never accepts a retired one, with an asynchronous standby that has received both',
    async () => {
      const { pair, address, installation, services } = await startPooled('async');
      const subject = await installation.openAccount();
      const { valid, retired } = await retireCredentials(services[0], subject, pair.pauseReplay);
      const reads = new CredentialReads(services, [...readsWith(valid, 200), ...readsWith(retired, 401)]);
      onTestFinished(() => reads.stop());
      await reads.waitForExpected();

      await pair.waitUntilReceived();
      address.moveTo(pair.standby.address.port);
      await pair.primary.kill();
      await reads.waitForUnavailable();
      await pair.promote();
      await reads.waitForExpected(RECOVERED_MS);
      await reads.stop();

      expect(reads.failures).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('is not mistaken for the primary by a statement that began before its promotion', async () => {
    const pair = await startPostgresPair('async');
    onTestFinished(() => pair.dispose());
    const client = new Client({ connectionString: pair.standby.url });
    await client.connect();
    onTestFinished(() => client.end());
    const isStandby = async () => (await client.query(`SELECT ${IS_STANDBY} AS "isStandby"`)).rows[0]?.isStandby;

    await client.query('BEGIN');
    await pair.promote();
    expect(await isStandby()).toBe(true);
    await client.query('COMMIT');
    expect(await isStandby()).toBe(false);
  });
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Credentials {
  readonly key: string;
  readonly cookie: string;
}

const readsWith = ({ key, cookie }: Credentials, expected: 200 | 401): readonly ReadCredential[] => [
  { what: `key (${expected})`, path: '/api/auth/token', headers: bearer(key), expected },
  { what: `key of a list (${expected})`, path: '/api/prompts', headers: bearer(key), expected },
  { what: `session (${expected})`, path: '/dashboard/api/session', headers: { cookie }, expected },
];
