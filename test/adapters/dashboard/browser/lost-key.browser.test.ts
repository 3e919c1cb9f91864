import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import type { SealedKey } from '../../../../src/domain/accounts/api-key.ts';
import { invariant } from '../../../../src/domain/invariant.ts';
import type { User } from '../../../support/browser/dashboard-site.ts';
import { onOneDeployment, type TestDashboard } from '../../../support/browser/on-every-deployment.ts';
import { connectTo } from '../../../support/storage/backends.ts';

/** As if the keyring that the user's key was sealed with had been replaced. */
async function loseKey({ site }: TestDashboard, { userId }: User): Promise<void> {
  const { accounts, keys, register, close } = await connectTo(site.storage.url);
  try {
    const kid = randomBytes(4).toString('hex');
    await register.record(new Map([[kid, 'check']]));
    await register.change(kid, 'open', 'lost');
    const account = await accounts.find(userId as AccountId);
    invariant(account !== undefined, 'the account exists');
    await keys.reseal(account.id, account.key, `k1.${kid}.AAAA` as SealedKey);
  } finally {
    await close();
  }
}

onOneDeployment('a key that was lost with the keyring', (dashboard) => {
  const NEW_KEY = /ph_[0-9a-f]{64}/;

  it('is replaced at sign-in, and the new one is shown with the reason', async () => {
    const user = await dashboard.site.createUser();
    await loseKey(dashboard, user);
    const window = await dashboard.openWindow();
    const { page } = window;
    await page.goto(`${dashboard.site.url}/dashboard/login`);
    await window.submitSignIn(user);

    const dialog = page.getByRole('dialog', { name: 'Your new API key' });
    await dialog.getByText('your former API key was lost').waitFor();
    const key = (await dialog.getByText(NEW_KEY).textContent()) ?? '';

    expect(key).not.toBe(user.token);
    expect((await dashboard.site.call('auth/token', key)).status).toBe(200);
    expect((await dashboard.site.call('auth/token', user.token)).status).toBe(401);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('is announced to a session that goes on, and replaced when it is revealed', async () => {
    const { page, user } = await dashboard.signIn('/');
    await loseKey(dashboard, user);
    await page.goto(`${dashboard.site.url}/dashboard/settings?tab=api-keys`);
    const notice = page.getByRole('alert').filter({ hasText: 'This key no longer works' });
    await notice.waitFor();

    await page.getByRole('button', { name: 'Reveal', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'Your new API key' });
    const key = (await dialog.getByText(NEW_KEY).textContent()) ?? '';
    expect((await dashboard.site.call('auth/token', key)).status).toBe(200);
    await notice.waitFor({ state: 'hidden' });
  });
});
