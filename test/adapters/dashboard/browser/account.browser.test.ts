import { expect, it } from 'vitest';
import { expectNotice } from '../../../support/browser/expect-notice.ts';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';

const SECURITY = '/settings?tab=security';
const CHOSEN = 'another long secret';

onOneDeployment('account settings', (dashboard) => {
  it('save a new name', async () => {
    const { page } = await dashboard.signIn('/settings');

    await page.getByRole('textbox', { name: 'Name' }).fill('Countess of Lovelace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Account of Countess of Lovelace' }).waitFor();
    await page.reload();

    await page.getByRole('button', { name: 'Account of Countess of Lovelace' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Countess of Lovelace');
  });

  it('change the password, which keeps the user signed in', async () => {
    const { page, user } = await dashboard.signIn(SECURITY);

    await page.getByLabel('Current password').fill(user.password);
    await page.getByLabel('New password').fill(CHOSEN);
    const change = page.getByRole('button', { name: 'Change password' });
    await expectNotice(page, 'Password changed', () => change.click());

    await page.reload();
    await page.getByRole('button', { name: `Account of ${user.name}` }).waitFor();
  });

  it('reject a wrong current password and a weak new one', async () => {
    const { page, user } = await dashboard.signIn(SECURITY);
    const attempt = async (current: string, chosen: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(chosen);
      const response = page.waitForResponse(/\/dashboard\/api\/account\/password$/);
      await page.getByRole('button', { name: 'Change password' }).click();
      expect((await response).status()).toBe(422);
    };

    await attempt('not the password', CHOSEN);
    await page.getByText(/^Current password .+\.$/).waitFor();
    await attempt(user.password, user.email);
    await page.getByText(/^New password .+\.$/).waitFor();
  });

  it('end another session, which sends its open page to the sign-in page', async () => {
    const { page, user } = await dashboard.signIn(SECURITY);
    const other = await dashboard.signIn('/prompts', user);
    await page.reload();

    const signOut = page.getByRole('button', { name: /^Sign out .* from / });
    await signOut.click();
    await signOut.waitFor({ state: 'hidden' });

    await other.page.getByRole('link', { name: 'Usage' }).click();
    await other.page.waitForURL(/\/dashboard\/login/);
    await page.reload();
    await page.getByRole('button', { name: `Account of ${user.name}` }).waitFor();
  });
});
