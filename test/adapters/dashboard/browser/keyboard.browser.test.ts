import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { anySetting } from '../../../support/browser/deployments.ts';
import { seeNotice } from '../../../support/browser/expect-notice.ts';
import { walkWithTab } from '../../../support/browser/keyboard-walk.ts';
import { inEverySetting } from '../../../support/browser/on-every-deployment.ts';
import { entryPages, examplesOn, signedInPages } from './dashboard-pages.ts';

/** What has the focus, by its name. */
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

inEverySetting(
  'with Tab alone',
  (stage) => {
    it.each(entryPages)('everything on $name is reached, and seen to be', async ({ path, ready }) => {
      const { page, goTo } = await stage.visitor();
      await goTo(path);
      await page.getByRole('heading', { name: ready, level: 1 }).waitFor();

      const walk = await walkWithTab(page);

      expect(walk.controls.length).toBeGreaterThan(2);
      expect(walk).toMatchObject({ unreachable: [], invisible: [] });
    });

    it.each(signedInPages)('everything on $name is reached, and seen to be', async ({ path, ready }) => {
      const examples = await examplesOn(stage.site);
      const { page } = await stage.signedIn(path(examples), examples.person);
      await ready(page);

      const walk = await walkWithTab(page);

      expect(walk.controls.length).toBeGreaterThan(5);
      expect(walk).toMatchObject({ unreachable: [], invisible: [] });
    });

    it.each([
      { path: '/settings?tab=api-keys', opener: 'Reset key' },
      { path: '/prompts', opener: 'New prompt' },
    ])('everything in the dialog behind "$opener" is reached, and nothing else', async ({ path, opener }) => {
      const { person } = await examplesOn(stage.site);
      const { page } = await stage.signedIn(path, person);
      await page.getByRole('button', { name: opener, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      // A dialog takes the focus a moment after it is there, and would take it back from the walk.
      await page.getByRole('dialog').locator(':focus').waitFor();

      const walk = await walkWithTab(page);

      expect(walk.controls.length).toBeGreaterThan(2);
      expect(walk).toMatchObject({ unreachable: [], invisible: [], outside: [] });
    });
  },
  anySetting,
);

inEverySetting('with the keyboard alone', (stage) => {
  it('one signs in, copies the key, thinks better of a reset, and signs out', async () => {
    const person = await stage.site.newPerson();
    const visitor = await stage.visitor();
    const { page } = visitor;
    await visitor.goTo('/login?next=/settings');
    // The first field takes the focus by itself.
    await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor();

    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Profile' }).waitFor();

    await tabTo(page, 'Profile');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reveal' }).waitFor();
    await tabTo(page, 'Copy');
    await seeNotice(page, 'API key copied', () => page.keyboard.press('Enter'));
    expect(await visitor.paste()).toBe(person.token);

    await tabTo(page, 'Reset key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('Reset key');
    expect((await stage.site.call('auth/token', person.token)).status).toBe(200);

    await tabTo(page, `Account of ${person.name}`);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Settings' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('a reader skips what is the same on every page', async () => {
    const { page } = await stage.signedIn('/settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await tabTo(page, 'Skip to content');

    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    await page.keyboard.press('Tab');

    await expect.poll(() => focused(page)).toBe('Profile');
  });
});
