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
});

onOneDeployment('a failed sign-in', (dashboard) => {
  it('says so, and when to try again after too many failures', async () => {
    // Unknown, because the address where an account was opened is known, and gets more attempts.
    const credentials = { email: 'stranger@example.com', password: 'a guess' };
    const window = await dashboard.openWindow();
    await window.goTo('/login');

    for (let failure = 0; failure < FAILURES_MAX; failure += 1) {
      const response = window.page.waitForResponse(/\/dashboard\/api\/session$/);
      await window.submitSignIn(credentials);
      expect((await response).status()).toBe(401);
    }
    await window.page.getByText('Wrong e-mail or password.').waitFor();
    await window.submitSignIn(credentials);

    await window.page.getByText(/Too many attempts\. Try again in/).waitFor();
    expect(await window.context.cookies()).toEqual([]);
  });
});

onOneDeployment('signing up', (dashboard) => {
  it('creates an account when sign-up is open', async () => {
    const { page, goTo, ...window } = await dashboard.openWindow();

    await goTo('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    const email = 'grace@example.com';
    await window.submitAccount({ name: 'Grace Hopper', email, password: 'a long enough secret' });

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
