import { expect, it, onTestFinished } from 'vitest';
import { DashboardSite } from '../../../support/browser/dashboard-site.ts';
import { inEverySetting } from '../../../support/browser/on-every-deployment.ts';

const FAILURES_MAX = 5;

inEverySetting('signing in', (stage) => {
  it('leads to where one wanted to go, and out again', async () => {
    const person = await stage.site.newPerson();
    const { page, goTo, ...visitor } = await stage.visitor();

    await goTo('/usage');
    await page.waitForURL(/\/dashboard\/login/);
    await visitor.fillIn(person);
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/dashboard\/usage$/);

    await page.getByRole('button', { name: `Account of ${person.name}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/dashboard\/login/);
    expect(await visitor.context.cookies()).toEqual([]);
    await goTo('/usage');
    await page.waitForURL(/\/dashboard\/login/);
  });

  it('says the same about a wrong password and an unknown address', async () => {
    const { email } = await stage.site.newPerson();
    const visitor = await stage.visitor();
    const messageFor = async (credentials: { email: string; password: string }) => {
      await visitor.goTo('/login');
      await visitor.fillIn(credentials);
      return visitor.page.getByRole('alert').innerText();
    };

    const wrong = await messageFor({ email, password: 'not the password' });
    const unknown = await messageFor({ email: 'nobody@example.com', password: 'not the password' });

    expect(wrong).not.toBe('');
    expect(unknown).toBe(wrong);
    expect(await visitor.context.cookies()).toEqual([]);
  });

  it('says when to try again after too many failures', async () => {
    const { email, password } = await stage.site.newPerson();
    const visitor = await stage.visitor();
    await visitor.goTo('/login');

    for (let failure = 0; failure < FAILURES_MAX; failure += 1) {
      const answered = visitor.page.waitForResponse(/\/dashboard\/api\/session$/);
      await visitor.fillIn({ email, password: 'not the password' });
      expect((await answered).status()).toBe(401);
    }
    await visitor.fillIn({ email, password });

    await visitor.page.getByText(/Too many attempts\. Try again in/).waitFor();
    expect(await visitor.context.cookies()).toEqual([]);
  });

  it('gives a cookie that no script can read, that no other site can send, and that is not the key', async () => {
    const person = await stage.site.newPerson();
    const visitor = await stage.visitor();
    await visitor.signIn(person);

    const cookies = await visitor.context.cookies();

    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', secure: false }]);
    expect(cookies[0]?.value).not.toContain(person.token.slice('ph_'.length));
    expect(await visitor.page.evaluate('document.cookie')).toBe('');
    const asKey = await stage.site.call('auth/token', cookies[0]?.value ?? '');
    expect(asKey.status).toBe(401);
  });
});

inEverySetting('signing up', (stage) => {
  it('opens an account for whoever wants one', async () => {
    const { page, goTo } = await stage.visitor();

    await goTo('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
    await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.getByRole('button', { name: 'Account of Grace Hopper' }).waitFor();
  });

  it('is not offered where it is closed', async () => {
    const site = await DashboardSite.open(stage.setting, { PROMPTHOLD_ACCOUNTS_SIGNUP: 'closed' });
    onTestFinished(() => site.dispose());
    const { page, goTo } = await stage.visitor(site);

    await goTo('/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0);
    await goTo('/signup');
    await page.getByRole('heading', { name: 'not found' }).waitFor();
  });
});
