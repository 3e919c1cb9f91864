import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { onOneDeployment } from '../../../support/browser/on-every-deployment.ts';
import { shareUser } from './open-prompt-page.ts';

const LONG_FOLDER = ['a'.repeat(30), 'b'.repeat(30), 'c'.repeat(28)].join('/');

const layoutShift = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
      .observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => resolve(0), 500))`);

const endOf = (box: { readonly x: number; readonly width: number } | null) => (box ? box.x + box.width : Number.NaN);

onOneDeployment('every page', (dashboard) => {
  const ada = shareUser(dashboard);
  const { publish, open } = ada;
  let id = '';
  beforeAll(async () => {
    id = await publish('support/greeting', 'Hello', { content: 'Hi', labels: ['production'] });
    await publish(`${LONG_FOLDER}/last`, 'Long');
  });

  it('reports an outage once, and loads by itself when it is over', async () => {
    const { page, window } = await open('/settings');
    const api = '**/dashboard/api/**';
    await page.route(api, (route) => route.abort('connectionrefused'));

    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const banner = page.getByRole('alert').filter({ hasText: 'Can’t reach the Prompthold server. Retrying…' });
    await banner.waitFor();
    await page.getByText('Could not load the statistics').waitFor();
    await page.getByText('Could not load prompts').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute(api);

    await banner.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'support/greeting' }).waitFor();
    await page.getByText('No calls in the last 30 days').or(page.getByText('Calls per day by status')).waitFor();
    // The browser reports the requests that this test made fail, and nothing else may be wrong.
    expect(window.violations.splice(0).filter((violation) => !violation.includes('ERR_CONNECTION_REFUSED'))).toEqual(
      [],
    );
  });

  it('is named in the history of the browser, by its tab too, and a prompt is found by its name', async () => {
    const { page, window } = await open('/prompts/support/greeting?tab=versions');
    await page.getByRole('heading', { name: 'support/greeting', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/prompts/${id}`);
    await expect.poll(() => page.title()).toBe('support/greeting · Versions · Prompthold');
    await page.getByRole('tab', { name: 'Labels' }).click();
    await expect.poll(() => page.title()).toBe('support/greeting · Labels · Prompthold');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'API Keys' }).click();
    await expect.poll(() => page.title()).toBe('Settings · API Keys · Prompthold');

    await window.goTo('/prompts/support%2Fgreeting');
    await page.getByRole('heading', { name: 'support/greeting', level: 1 }).waitFor();
    await window.goTo('/prompts/support/nothing/here');
    await page.getByRole('heading', { name: 'Prompt not found' }).waitFor();
  });

  it('fits a narrow screen: the navigation closes with Escape, and the list of versions shows all that it offers', async () => {
    const { page } = await open(`/prompts/${id}?tab=versions`);
    await page.setViewportSize({ width: 390, height: 844 });
    const menu = page.getByRole('button', { name: 'Navigation' });
    await menu.click();
    const reference = page.getByRole('link', { name: 'API reference' });
    await reference.waitFor();
    const response = await fetch(new URL((await reference.getAttribute('href')) ?? '', dashboard.site.apiUrl));
    expect([response.status, await response.text()]).toMatchObject([200, expect.stringContaining('swagger')]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await reference.waitFor({ state: 'hidden' });
    await menu.and(page.locator(':focus')).waitFor();

    await page.getByRole('button', { name: 'Version 2 of 2' }).click();
    const list = page.getByRole('list', { name: 'Versions' });
    for (const part of [
      list.getByText('latest', { exact: true }),
      list.getByText('production', { exact: true }),
      list.getByRole('link', { name: /^v1 / }),
      page.getByRole('button', { name: 'More actions for version 2' }),
    ]) {
      const { x, width } = (await part.boundingBox()) ?? { x: -1, width: 0 };
      expect({ x, isInside: x >= 0 && x + width <= 390 }).toMatchObject({ isInside: true });
    }
    const label = list.getByText('production', { exact: true });
    expect(await label.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);

    // 400 % zoom on a common screen. The header is fixed, so that nothing can scroll its end into view.
    await page.setViewportSize({ width: 320, height: 640 });
    const account = page.getByRole('button', { name: /^Account of / });
    await expect.poll(async () => endOf(await account.boundingBox())).toBeLessThanOrEqual(320);
    await page.getByRole('link', { name: 'Prompthold', exact: true }).waitFor();
  });

  it('does not move while it loads, whatever the folders are called', async () => {
    const { page } = await open('/prompts');
    await page.getByRole('link', { name: 'support/greeting' }).waitFor();
    const folder = page
      .getByRole('navigation', { name: 'Folders' })
      .getByRole('link', { name: LONG_FOLDER.split('/')[0] ?? '' });
    await folder.waitFor();

    expect(await layoutShift(page)).toBeLessThan(0.02);
    expect((await folder.boundingBox())?.width).toBeLessThan(300);
  });

  it('is reached with the keyboard: a palette of prompts, pages and actions, and shortcuts', async () => {
    const { page } = await open('/settings');
    await page.getByRole('textbox', { name: 'Name' }).press('End');
    await page.keyboard.type('?/gp c');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(`${ada.user.name}?/gp c`);
    expect(await page.getByRole('dialog').count()).toBe(0);

    const field = page.getByRole('combobox', { name: 'Search prompts, pages and actions' });
    const selected = page.getByRole('option', { selected: true });
    await page.keyboard.press('Control+K');
    await field.and(page.locator(':focus')).waitFor();
    await selected
      .filter({ hasText: 'support/greeting' })
      .or(selected.filter({ hasText: LONG_FOLDER }))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+K');
    await field.fill('greet');
    await selected.filter({ hasText: 'support/greeting' }).waitFor();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'support/greeting', level: 1 });
    await heading.and(page.locator(':focus')).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/prompts/${id}`);

    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Usage', level: 1 }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New prompt' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.keyboard.press('Control+K');
    await field.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('has light colors, dark ones, or those of the system', async () => {
    const { page } = await open('/settings');
    const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme');
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Color scheme' }).click();
      await page.getByRole('menuitemradio', { name }).click();
      await page.getByRole('button', { name: `Color scheme: ${name}` }).waitFor();
    };

    await choose('Dark');
    await expect.poll(scheme).toBe('dark');
    await choose('System');
    await expect.poll(scheme).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(scheme).toBe('dark');
    await choose('Light');
    await expect.poll(scheme).toBe('light');
  });

  it('paints the brand and a bar before any script or style sheet has arrived', async () => {
    const window = await dashboard.openWindow();
    const { page } = window;
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/**', async (route) => {
      await held.promise;
      await route.continue();
    });

    await page.goto(`${dashboard.site.url}/dashboard/login`, { waitUntil: 'commit' });
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    await page.getByText('Prompthold', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate('performance.getEntriesByName("first-contentful-paint").length')).toBe(1);
    held.resolve();

    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  });
});
