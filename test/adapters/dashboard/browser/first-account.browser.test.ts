import { expect, it, onTestFinished } from 'vitest';
import { DashboardSite } from '../../../support/browser/dashboard-site.ts';
import {
  onEveryDeployment,
  onOneDeployment,
  type TestDashboard,
} from '../../../support/browser/on-every-deployment.ts';

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', password: 'a long enough secret' };

/** A new site, because a storage has only one first account. */
async function openEmptySite({
  deployment,
}: TestDashboard): Promise<{ readonly site: DashboardSite; readonly token: string }> {
  const site = await DashboardSite.open(deployment);
  onTestFinished(() => site.dispose());
  const [, token] = /\/dashboard\/setup#(\S+)$/m.exec(site.service.messages) ?? [];
  if (!token) throw new Error(`no setup link in the banner:\n${site.service.messages}`);
  return { site, token };
}

onEveryDeployment('the first account', (dashboard) => {
  it('is created with the link in the banner, which works only once', async () => {
    const { site, token } = await openEmptySite(dashboard);
    const { page, goTo } = await dashboard.openWindow(site);

    await goTo(`/setup#${token}`);
    await page.getByLabel('E-mail').fill(ADA.email);
    await page.getByRole('textbox', { name: 'Name' }).fill(ADA.name);
    await page.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: `Account of ${ADA.name}` }).waitFor();

    const second = await dashboard.openWindow(site);
    await second.goTo(`/setup#${token}`);
    await second.page.getByRole('heading', { name: 'already set up' }).waitFor();
    const again = await fetch(`${site.apiUrl}/dashboard/setup`);
    expect(again.status).toBe(404);
    await second.signIn(ADA);
    await second.page.getByRole('button', { name: `Account of ${ADA.name}` }).waitFor();
  });
});

onOneDeployment('the setup page', (dashboard) => {
  it('rejects a forged token', async () => {
    const { site } = await openEmptySite(dashboard);
    const { page, goTo } = await dashboard.openWindow(site);

    await goTo('/setup#made-up');
    await page.getByLabel('E-mail').fill(ADA.email);
    await page.getByRole('textbox', { name: 'Name' }).fill(ADA.name);
    await page.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.getByRole('heading', { name: 'The setup link is not valid' }).waitFor();
    const signIn = await fetch(`${site.apiUrl}/api/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: ADA.email, password: ADA.password }),
    });
    expect(signIn.status).toBe(401);
  });
});
