import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresPair, startPostgresPair } from '../../support/servers/postgres/postgres-pair.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { AcknowledgedWrites } from '../../support/service/acknowledged-writes.ts';
import { Installation } from '../../support/service/installation.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { SwitchableProxy } from '../../support/storage/switchable-proxy.ts';

/** Guaranteed by docs/topologies/postgres-standby.md, counted from the promotion. */
const RECOVERED_MS = 15_000;
const LONG_ENOUGH_MS = 60_000;
const CLIENTS = 3;
const PASSWORD = 'correct horse battery';

describe.runIf(wantedStorages().includes('postgres'))('Postgres with a synchronous standby', () => {
  let pair: PostgresPair;
  let address: SwitchableProxy;
  let installation: Installation;
  let services: readonly ServiceProcess[];

  beforeAll(async () => {
    pair = await startPostgresPair();
    address = await SwitchableProxy.to(pair.primary.address.port);
    installation = await Installation.on(`postgres://postgres@127.0.0.1:${address.port}/postgres`);
    services = [await installation.serve(), await installation.serve()];
  });
  afterAll(async () => {
    await installation?.dispose();
    await address?.dispose();
    await pair?.dispose();
  });

  it('acknowledges no write that the standby does not have', async () => {
    const [service] = services;
    const account = await installation.openAccount(PASSWORD);
    const send = (method: string) =>
      fetch(`${service?.url}/api/auth/token`, { method, headers: { authorization: `Bearer ${account.token}` } });

    pair.standby.pause();
    onTestFinished(() => pair.standby.resume());
    expect((await send('DELETE')).status).toBe(503);
    // A write that is not acknowledged is not visible: the key is unchanged.
    expect((await send('GET')).status).toBe(200);
  });

  it(
    'goes on by itself when the standby is promoted, and has everything that was acknowledged',
    async () => {
      const accounts = [];
      for (let count = 0; count < CLIENTS; count += 1) accounts.push(await installation.openAccount(PASSWORD));
      const load = await AcknowledgedWrites.start(services, accounts, PASSWORD);
      try {
        await load.waitForProgress(LONG_ENOUGH_MS);
        await pair.primary.kill();
        await load.waitForRejections(LONG_ENOUGH_MS);

        // Switched too early, as may happen: the standby serves reads, but not as the primary.
        address.moveTo(pair.standby.address.port);
        for (const { url } of services) expect((await fetch(`${url}/readyz`)).status).toBe(503);
        await load.waitForRejections(LONG_ENOUGH_MS);

        await pair.promote();
        await load.waitForProgress(RECOVERED_MS);
      } finally {
        await load.stop();
      }
      await load.check();

      expect(load.failures).toEqual([]);
    },
    4 * LONG_ENOUGH_MS,
  );
});
