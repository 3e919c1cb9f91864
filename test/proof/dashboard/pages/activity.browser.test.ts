import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { publishPrompt } from '../../../adapters/dashboard/browser/open-prompt-page.ts';
import { findAccessibilityViolations } from '../../../support/browser/accessibility.ts';
import {
  onOneDeployment,
  type SignedInWindow,
  type TestDashboard,
} from '../../../support/browser/on-every-deployment.ts';

/** The events in the list, without times. */
const shown = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('list', { name: 'Changes' }).locator('.event-text:first-child').allInnerTexts()).map((text) =>
    text.trim(),
  );

interface ActivityWindow extends SignedInWindow {
  readonly promptId: string;
  call(method: string, path: string, body: unknown): Promise<void>;
}

/** Opens the page of a user who created, published and promoted a prompt. */
async function openActivityPage(dashboard: TestDashboard, query = ''): Promise<ActivityWindow> {
  const user = await dashboard.site.createUser();
  const call = async (method: string, path: string, body: unknown) => {
    const response = await dashboard.site.call(path, user.token, { method, body });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  const promptId = await publishPrompt(dashboard, user, 'support/reply', [
    { content: 'One.', labels: ['production'] },
    { content: 'Two.', message: 'shorter' },
  ]);
  await call('PUT', `prompts/${promptId}/labels/production`, { version: 2, message: 'approved' });
  await call('POST', 'prompts', { name: 'other', content: 'One.' });
  const window = await dashboard.signIn(`/activity${query}`, user);
  return { ...window, promptId, call };
}

onOneDeployment('the activity page', (dashboard) => {
  it('says what changed in plain sentences, with links to the prompt and the comparison', async () => {
    const { page, promptId } = await openActivityPage(dashboard);

    await expect
      .poll(() => shown(page))
      .toEqual([
        'other was created as a text prompt',
        'production of support/reply moved from version 1 to 2',
        'Version 2 of support/reply was published',
        'production of support/reply was set to version 1',
        'support/reply was created as a text prompt',
      ]);
    await page.getByText('approved').waitFor();
    expect(await page.locator('.event-origin').first().innerText()).toMatch(/^(just now|.* ago) · API$/);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'version 1 to 2' }).click();
    await page.waitForURL(new RegExp(`/prompts/${promptId}\\?tab=versions&from=1&to=2$`));
    await page.getByRole('heading', { name: 'support/reply', level: 1 }).waitFor();
  });

  it('shows changes as they happen, and only those that match the filters', async () => {
    const { page, promptId, call } = await openActivityPage(dashboard, '?prompt=support/*&label=production');
    await expect.poll(async () => (await shown(page)).length).toBe(2);

    await call('PUT', `prompts/${promptId}/labels/production`, { version: 1 });
    await call('POST', 'prompts', { name: 'support/late', content: 'x', labels: ['staging'] });
    await call('POST', 'prompts', { name: 'support/new', content: 'x', labels: ['production'] });

    await expect
      .poll(() => shown(page), { timeout: 30_000 })
      .toEqual([
        'production of support/new was set to version 1',
        'production of support/reply moved from version 2 to 1',
        'production of support/reply moved from version 1 to 2',
        'production of support/reply was set to version 1',
      ]);
  });

  it('is filtered by prompt, folder, type and label, which the address preserves', async () => {
    const { page } = await openActivityPage(dashboard);
    await expect.poll(async () => (await shown(page)).length).toBe(5);

    await page.getByRole('combobox', { name: 'Prompt or folder' }).fill('support/*');
    await expect.poll(async () => (await shown(page)).length).toBe(4);
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Version published' }).click();
    await expect.poll(() => shown(page)).toEqual(['Version 2 of support/reply was published']);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(['Version 2 of support/reply was published']);
    await page.getByRole('combobox', { name: 'Prompt or folder' }).fill('other');

    await page.getByText('No matching changes').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await shown(page)).length).toBe(5);
  });

  it('goes on by loading the list if the service refuses to stream', async () => {
    const user = await dashboard.site.createUser();
    const window = await dashboard.openWindow();
    await window.context.addCookies([await dashboard.site.startSession(user)]);
    await window.page.clock.install();
    await window.page.route('**/dashboard/api/events?**', (route) => route.fulfill({ status: 429, body: '{}' }));
    await window.goTo('/activity');
    await window.page.getByText('No activity yet').waitFor();

    await dashboard.site.call('prompts', user.token, { method: 'POST', body: { name: 'new', content: 'x' } });
    await window.page.clock.fastForward(10_000);

    await expect.poll(() => shown(window.page)).toEqual(['new was created as a text prompt']);
  });
});
