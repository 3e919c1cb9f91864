import { expect, it } from 'vitest';
import { seeNotice } from '../../../support/browser/expect-notice.ts';
import { inEverySetting } from '../../../support/browser/on-every-deployment.ts';

const SECURITY = '/settings?tab=security';
const CHOSEN = 'another long secret';

inEverySetting('the account', (stage) => {
  it('takes another name, which stays', async () => {
    const { page } = await stage.signedIn('/settings');

    await page.getByRole('textbox', { name: 'Name' }).fill('Countess of Lovelace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Account of Countess of Lovelace' }).waitFor();
    await page.reload();

    await page.getByRole('button', { name: 'Account of Countess of Lovelace' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Countess of Lovelace');
  });

  it('changes its password, which ends every other session', async () => {
    const { page, person } = await stage.signedIn(SECURITY);
    const other = await stage.signedIn('/prompts', person);

    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password').fill(CHOSEN);
    const change = page.getByRole('button', { name: 'Change password' });
    await seeNotice(page, 'Password changed', () => change.click());

    await other.visitor.goTo('/usage');
    await other.page.waitForURL(/\/dashboard\/login/);
    await other.visitor.fillIn({ ...person, password: CHOSEN });
    await other.page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: `Account of ${person.name}` }).waitFor();
  });

  it('keeps its password when the current one is wrong or the new one is weak', async () => {
    const { page, person } = await stage.signedIn(SECURITY);
    const attempt = async (current: string, chosen: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(chosen);
      const answered = page.waitForResponse(/\/dashboard\/api\/account\/password$/);
      await page.getByRole('button', { name: 'Change password' }).click();
      expect((await answered).status()).toBe(422);
    };

    await attempt('not the password', CHOSEN);
    await page.getByText(/^Current password .+\.$/).waitFor();
    await attempt(person.password, person.email);
    await page.getByText(/^New password .+\.$/).waitFor();

    const fresh = await stage.visitor();
    await fresh.signIn(person);
  });

  it('ends another session from the list', async () => {
    const { page, person } = await stage.signedIn(SECURITY);
    const other = await stage.signedIn('/prompts', person);
    await page.reload();

    await page.getByRole('button', { name: /^End session/ }).click();
    await page.getByRole('button', { name: /^End session/ }).waitFor({ state: 'hidden' });

    await other.visitor.goTo('/usage');
    await other.page.waitForURL(/\/dashboard\/login/);
    await page.reload();
    await page.getByRole('button', { name: `Account of ${person.name}` }).waitFor();
  });

  it('sends a page that is open to the sign-in page when its session has been ended', async () => {
    const { page, person } = await stage.signedIn(SECURITY);
    const other = await stage.signedIn('/prompts', person);
    await page.reload();
    await page.getByRole('button', { name: /^End session/ }).click();
    await page.getByRole('button', { name: /^End session/ }).waitFor({ state: 'hidden' });

    await other.page.getByRole('link', { name: 'Usage' }).click();

    await other.page.waitForURL(/\/dashboard\/login/);
  });
});
