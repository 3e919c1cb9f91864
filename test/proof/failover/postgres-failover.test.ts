import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Api } from '../../adapters/http/support/api.ts';
import { type PostgresPair, startPostgresPair } from '../../support/servers/postgres/postgres-pair.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { AcknowledgedWrites } from '../../support/service/acknowledged-writes.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { SwitchableProxy } from '../../support/storage/switchable-proxy.ts';

/** Guaranteed by docs/topologies/postgres-standby.md, counted from the promotion. */
const RECOVERED_MS = 15_000;
const TIMEOUT_MS = 240_000;
const CLIENTS = 3;

describe.runIf(wantedStorages().includes('postgres'))('Postgres with a synchronous standby', () => {
  let pair: PostgresPair;
  let address: SwitchableProxy;
  const installation = provideInstallation(async () => {
    pair = await startPostgresPair();
    address = await SwitchableProxy.to(pair.primary.address.port);
    const dispose = async () => {
      await address.dispose();
      await pair.dispose();
    };
    return { url: `postgres://postgres@127.0.0.1:${address.port}/postgres`, dispose };
  });
  let services: readonly ServiceProcess[];

  beforeAll(async () => {
    services = [await installation().serve(), await installation().serve()];
  });

  it('acknowledges no write that the standby does not have', async () => {
    const api = new Api(services[0]?.url ?? '');
    const { token } = await installation().openAccount();

    pair.standby.pause();
    onTestFinished(() => pair.standby.resume());
    expect((await api.reset(token)).status).toBe(503);
    // A write that is not acknowledged is not visible: the key is unchanged.
    expect((await api.verify(token)).status).toBe(200);
  });

  it(
    'goes on by itself when the standby is promoted, and has everything that was acknowledged',
    async () => {
      const accounts = [];
      for (let count = 0; count < CLIENTS; count += 1) accounts.push(await installation().openAccount());
      const failures = await AcknowledgedWrites.during(services, accounts, async (load) => {
        await load.waitForProgress();
        await pair.primary.kill();
        await load.waitForRejections();

        // Switched too early, as may happen: the standby serves reads, but not as the primary.
        address.moveTo(pair.standby.address.port);
        for (const { url } of services) expect((await fetch(`${url}/readyz`)).status).toBe(503);
        await load.waitForRejections();

        await pair.promote();
        await load.waitForProgress(RECOVERED_MS);
      });

      expect(failures).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
