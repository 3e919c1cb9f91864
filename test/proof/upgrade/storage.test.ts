import { describe, expect, it, onTestFinished } from 'vitest';
import { DashboardClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { storageFixtures } from './load-fixture.ts';
import { upgradeSuite } from './upgrade.suite.ts';
import { UpgradedInstallation } from './upgraded-installation.ts';

describe.each(realStorages)('a $name storage written by 0.1.0', ({ name, fresh }) => {
  const { fixture, load } = storageFixtures[name];
  const source = { fixture, fresh, fill: load };

  upgradeSuite(source);

  it('keeps people signed in to the dashboard', async () => {
    const installation = await UpgradedInstallation.open(source);
    onTestFinished(() => installation.dispose());
    const { url } = await installation.serve();

    for (const { cookie, userId, email, token } of installation.expected.accounts) {
      const client = new DashboardClient(url);
      client.cookie = cookie;

      expect(await client.get('session')).toMatchObject({ status: 200, body: { data: { userId, email } } });
      expect(await client.reveal()).toBe(token);
    }
  });
});
