import { describe, expect, it } from 'vitest';
import { Api } from '../../adapters/http/support/api.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { readCallers } from './counted-calls.ts';

const LONG_ENOUGH_MS = 60_000;
const timeouts = { timeout: 5 * LONG_ENOUGH_MS };

describe.each(realStorages)('callers on $name', ({ fresh }) => {
  const installation = provideInstallation(fresh, { PROMPTHOLD_HTTP_TRUST_PROXY: '1' });

  const call = (url: string, { token: key }: OpenedAccount) =>
    new Api(url).get('/api/tags', { key, headers: { 'X-Client-Name': 'app', 'X-Forwarded-For': '10.0.0.7' } });

  it('are deleted at start if `usage.callers` no longer allows them', timeouts, async () => {
    const account = await installation().openAccount();
    const addresses = async () => (await readCallers(installation().storageUrl, account)).map(({ address }) => address);
    const waitForAddresses = (...expected: readonly string[]) =>
      waitUntil(async () => JSON.stringify(await addresses()) === JSON.stringify(expected), {
        what: `the callers are ${expected.join()}`,
      });
    const full = await installation().serve();
    await call(full.url, account);
    expect(await full.stop()).toBe(0);
    expect(await addresses()).toEqual(['10.0.0.7']);

    const masked = await installation().serve({ PROMPTHOLD_USAGE_CALLERS: 'masked' });
    await waitForAddresses();
    await call(masked.url, account);
    await waitForAddresses('10.0.0.0/24');
    expect(await masked.stop()).toBe(0);

    const off = await installation().serve({ PROMPTHOLD_USAGE_CALLERS: 'off' });
    await waitForAddresses();
    await call(off.url, account);
    expect(await off.stop()).toBe(0);
    expect(await addresses()).toEqual([]);
  });
});
