import { expect, it, onTestFinished } from 'vitest';
import { DashboardSite } from '../../../support/browser/dashboard-site.ts';
import { onEveryDeployment, onOneDeployment } from '../../../support/browser/on-every-deployment.ts';

const FAILURES_MAX = 5;

onEveryDeployment('signing in', (dashboard) => {
  it('opens the requested page, and signing out closes it', async () => {
    const user = await dashboard.site.createUser();
    const { page, goTo, ...window } = await dashboard.openWindow();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));

    await goTo('/usage');
    await page.waitForURL(/\/dashboard\/login/);
    await window.submitSignIn(user);
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/dashboard\/usage$/);

    await page.getByRole('button', { name: `Account of ${user.name}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/dashboard\/login/);
    expect(await window.context.cookies()).toEqual([]);
    await goTo('/usage');
    await page.waitForURL(/\/dashboard\/login/);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(errors, 'on the console').toEqual([]);
  });

  it('sets a cookie that no script can read, no other site can send and that is not the key', async () => {
    const user = await dashboard.site.createUser();
    const window = await dashboard.openWindow();
    await window.signIn(user);

    const cookies = await window.context.cookies();

    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', secure: false }]);
    expect(cookies[0]?.value).not.toContain(user.token.slice('ph_'.length));
    expect(await window.page.evaluate('document.cookie')).toBe('');
    const asKey = await dashboard.site.call('auth/token', cookies[0]?.value ?? '');
    expect(asKey.status).toBe(401);
  });
});

onOneDeployment('a failed sign-in', (dashboard) => {
  it('has the same message for a wrong password and an unknown e-mail', async () => {
    const { email } = await dashboard.site.createUser();
    const window = await dashboard.openWindow();
    const messageFor = async (credentials: { email: string; password: string }) => {
      await window.goTo('/login');
      await window.submitSignIn(credentials);
      return window.page.getByRole('alert').innerText();
    };

    const wrong = await messageFor({ email, password: 'not the password' });
    const unknown = await messageFor({ email: 'nobody@example.com', password: 'not the password' });

    expect(wrong).not.toBe('');
    expect(unknown).toBe(wrong);
    expect(await window.context.cookies()).toEqual([]);
  });

  it('says when to try again after too many failures', async () => {
    // Unknown, because the address where an account was opened is known, and gets more attempts.
    const { email, password } = { email: 'stranger@example.com', password: 'a guess' };
    const window = await dashboard.openWindow();
    await window.goTo('/login');

    for (let failure = 0; failure < FAILURES_MAX; failure += 1) {
      const response = window.page.waitForResponse(/\/dashboard\/api\/session$/);
      await window.submitSignIn({ email, password: 'not the password' });
      expect((await response).status()).toBe(401);
    }
    await window.submitSignIn({ email, password });

    await window.page.getByText(/Too many attempts\. Try again in/).waitFor();
    expect(await window.context.cookies()).toEqual([]);
  });
});

onOneDeployment('signing up', (dashboard) => {
  it('creates an account when sign-up is open', async () => {
    const { page, goTo } = await dashboard.openWindow();

    await goTo('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
    await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.getByRole('button', { name: 'Account of Grace Hopper' }).waitFor();
  });

  it('is not offered when sign-up is closed', async () => {
    const site = await DashboardSite.open(dashboard.deployment, { PROMPTHOLD_ACCOUNTS_SIGNUP: 'closed' });
    onTestFinished(() => site.dispose());
    const { page, goTo } = await dashboard.openWindow(site);

    await goTo('/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0);
    await goTo('/signup');
    await page.getByRole('heading', { name: 'not found' }).waitFor();
  });
});
