import { describe, expect, it } from 'vitest';
import type { ControlledServer } from '../../support/servers/test-server.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { OUTAGES, wantedServers } from '../../support/servers/wanted-servers.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { Caller, readCounts } from './counted-calls.ts';

const LONG_ENOUGH_MS = 60_000;

describe.each(wantedServers)('usage after $name was stopped, killed and frozen', ({ start }) => {
  let server: ControlledServer;
  const installation = provideInstallation(async () => {
    server = await start();
    return server;
  });

  it('is exact although calls never paused', { timeout: 6 * LONG_ENOUGH_MS }, async () => {
    const account = await installation().openAccount();
    const services = await Promise.all([installation().serve(), installation().serve()]);
    const urls = services.map(({ url }) => `${url}/api/auth/token`);
    const caller = new Caller(urls, account.token, 4);
    const logged = () => services.map(({ log }) => log).join();
    const more = (statusClass: '2xx' | '5xx', count: number) => {
      const enough = (caller.responses[statusClass] ?? 0) + count;
      const condition = () => (caller.responses[statusClass] ?? 0) >= enough;
      return waitUntil(condition, { what: `${count} more calls end with ${statusClass}` });
    };

    for (const { begin, end } of OUTAGES) {
      await more('2xx', 50);
      await begin(server);
      await more('5xx', 5);
      await waitUntil(() => logged().includes('usage waits for the storage'), { what: 'usage writes are delayed' });
      await end(server);
      await more('2xx', 50);
    }
    await caller.stop();
    const codes = await Promise.all(services.map((service) => service.stop()));

    expect(codes).toEqual([0, 0]);
    expect(caller.withoutResponse).toBe(0);
    expect(await readCounts(server.url, account, 'status')).toMatchObject({ '2xx': caller.responses['2xx'] });
  });
});
