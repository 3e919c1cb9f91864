import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectNotice } from '../../support/browser/expect-notice.ts';
import { walkWithTab } from '../../support/browser/keyboard-walk.ts';
import { onOneDeployment } from '../../support/browser/on-every-deployment.ts';
import { examplesOn } from './dashboard-pages.ts';

/** The name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.innerText');

async function tabTo(page: Page, name: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Tab');
        return (await focused(page)).trim();
      },
      { interval: 0 },
    )
    .toBe(name);
}

onOneDeployment('with Tab alone', (dashboard) => {
  it.each([
    { path: '/settings?tab=api-keys', opener: 'Reset key' },
    { path: '/prompts', opener: 'New prompt' },
  ])('only the controls of the dialog "$opener" are reachable', async ({ path, opener }) => {
    const { user, session } = await examplesOn(dashboard);
    const { page } = await dashboard.signIn(path, user, session);
    await page.getByRole('button', { name: opener, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    // A dialog takes the focus shortly after it opens, and would take it from the walk.
    await page.getByRole('dialog').locator(':focus').waitFor();

    const walk = await walkWithTab(page);

    expect(walk.controls.length).toBeGreaterThan(2);
    expect(walk).toMatchObject({ unreachable: [], invisible: [], outside: [] });
  });
});

onOneDeployment('with the keyboard alone', (dashboard) => {
  it('a user signs in, copies the key, cancels a reset and signs out', async () => {
    const user = await dashboard.site.createUser();
    const window = await dashboard.openWindow();
    const { page } = window;
    await window.goTo('/login?next=/settings');
    // The first field takes the focus automatically.
    await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor();

    await page.keyboard.type(user.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(user.password);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Profile' }).waitFor();

    await tabTo(page, 'Profile');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reveal' }).waitFor();
    await tabTo(page, 'Copy');
    await expectNotice(page, 'API key copied', () => page.keyboard.press('Enter'));
    expect(await window.readClipboard()).toBe(user.token);

    await tabTo(page, 'Reset key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('Reset key');
    expect((await dashboard.site.call('auth/token', user.token)).status).toBe(200);

    await tabTo(page, `Account of ${user.name}`);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Settings' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('a user skips the navigation', async () => {
    const { page } = await dashboard.signIn('/settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await tabTo(page, 'Skip to content');

    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    await page.keyboard.press('Tab');

    await expect.poll(() => focused(page)).toBe('Profile');
  });
});
