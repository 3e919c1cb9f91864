import { expect, it, onTestFinished } from 'vitest';
import { DashboardSite } from '../../../support/browser/dashboard-site.ts';
import { inEverySetting, type Stage } from '../../../support/browser/on-every-deployment.ts';

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', password: 'a long enough secret' };

/** A site of its own: the first account is opened once in the life of a storage. */
async function anEmptySite({ setting }: Stage): Promise<{ readonly site: DashboardSite; readonly token: string }> {
  const site = await DashboardSite.open(setting);
  onTestFinished(() => site.dispose());
  const [, token] = /\/dashboard\/setup#(\S+)$/m.exec(site.service.messages) ?? [];
  if (!token) throw new Error(`no setup link in the banner:\n${site.service.messages}`);
  return { site, token };
}

inEverySetting('the first account', (stage) => {
  it('is opened by the link in the banner, which works only once', async () => {
    const { site, token } = await anEmptySite(stage);
    const { page, goTo } = await stage.visitor(site);

    await goTo(`/setup#${token}`);
    await page.getByLabel('E-mail').fill(ADA.email);
    await page.getByRole('textbox', { name: 'Name' }).fill(ADA.name);
    await page.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: `Account of ${ADA.name}` }).waitFor();

    const second = await stage.visitor(site);
    await second.goTo(`/setup#${token}`);
    await second.page.getByRole('heading', { name: 'already set up' }).waitFor();
    const again = await fetch(`${site.apiUrl}/dashboard/setup`);
    expect(again.status).toBe(404);
    await second.signIn(ADA);
    await second.page.getByRole('button', { name: `Account of ${ADA.name}` }).waitFor();
  });

  it('is not opened with a token that somebody made up', async () => {
    const { site } = await anEmptySite(stage);
    const { page, goTo } = await stage.visitor(site);

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
