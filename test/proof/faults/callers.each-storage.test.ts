import { describe, expect, it } from 'vitest';
import type { StoredCaller } from '../../../src/application/ports/usage-log.ts';
import { parseAccountId } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { Api, times } from '../../adapters/http/support/api.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const LONG_ENOUGH_MS = 60_000;
const timeouts = { timeout: 5 * LONG_ENOUGH_MS };

describe.each(realStorages)('callers on $name', ({ fresh }) => {
  const installation = provideInstallation(fresh, { PROMPTHOLD_HTTP_TRUST_PROXY: '1' });

  /** Directly from the storage, because reading them through the API would be counted. */
  async function stored({ userId }: OpenedAccount): Promise<readonly StoredCaller[]> {
    const id = parseAccountId(userId);
    invariant(id !== undefined, 'an account has an id');
    const { usage, close } = await connectTo(installation().storageUrl);
    return usage.listCallers(id).finally(close);
  }

  const callAs = (url: string, { token: key }: OpenedAccount, name: string, address = '10.0.0.7') =>
    new Api(url).get('/api/tags', { key, headers: { 'X-Client-Name': name, 'X-Forwarded-For': address } });

  it('are counted exactly once per call when two instances are stopped', timeouts, async () => {
    const account = await installation().openAccount();
    const services = await Promise.all([installation().serve(), installation().serve()]);
    const statuses = await Promise.all(
      times(15, async (index) => {
        const [name, address] = [`app-${index % 3}`, `10.0.0.${index % 5}`];
        const found: number[] = [];
        for (const turn of times(20, (each) => each)) {
          found.push((await callAs(services[turn % 2]?.url ?? '', account, name, address)).status);
        }
        return found;
      }),
    );
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    for (const service of services) expect(await service.stop()).toBe(0);

    const callers = await stored(account);

    expect(callers).toHaveLength(15);
    expect(callers.map(({ calls }) => calls)).toEqual(Array(15).fill(20));
  });

  it('are deleted at start if `usage.callers` no longer allows them', timeouts, async () => {
    const account = await installation().openAccount();
    const addresses = async () => (await stored(account)).map(({ address }) => address);
    const waitForAddresses = (...expected: readonly string[]) =>
      waitUntil(async () => JSON.stringify(await addresses()) === JSON.stringify(expected), {
        what: `the callers are ${expected.join()}`,
      });
    const full = await installation().serve();
    await callAs(full.url, account, 'app');
    expect(await full.stop()).toBe(0);
    expect(await addresses()).toEqual(['10.0.0.7']);

    const masked = await installation().serve({ PROMPTHOLD_USAGE_CALLERS: 'masked' });
    await waitForAddresses();
    await callAs(masked.url, account, 'app');
    await waitForAddresses('10.0.0.0/24');
    expect(await masked.stop()).toBe(0);

    const off = await installation().serve({ PROMPTHOLD_USAGE_CALLERS: 'off' });
    await waitForAddresses();
    await callAs(off.url, account, 'app');
    expect(await off.stop()).toBe(0);
    expect(await addresses()).toEqual([]);
  });
});
