import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { User } from '../../../support/browser/dashboard-site.ts';
import { onOneDeployment, type TestDashboard } from '../../../support/browser/on-every-deployment.ts';
import { recordPastCalls } from '../../../support/browser/record-past-calls.ts';
import { publishPrompt } from './open-prompt-page.ts';

const NAMES = Array.from({ length: 20 }, (_, number) => `support/reply-${String(number).padStart(2, '0')}`);

const [FIRST = ''] = NAMES;

const table = (page: Page) => page.getByRole('table', { name: 'Prompts' });
const row = (page: Page, name: string) => table(page).getByRole('row', { name });
const listed = (page: Page) => table(page).getByRole('link').allTextContents();

/** The first prompt has two versions; `production` points to the older one, `staging` to the newer one. */
async function createPrompts(dashboard: TestDashboard, user: User): Promise<string> {
  await Promise.all(
    NAMES.map((name, at) => {
      const labels = at === 0 ? ['production'] : [];
      return publishPrompt(dashboard, user, name, [{ content: 'Hi', description: `Reply number ${at}`, labels }]);
    }),
  );
  return publishPrompt(dashboard, user, FIRST, [{ content: 'Hello', labels: ['staging'] }]);
}

/** Rows that are completely in view. */
const rowsInView = (page: Page): Promise<number> =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .evaluateAll(
      (rows, height) =>
        rows.map((each) => each.getBoundingClientRect()).filter(({ top, bottom }) => top >= 0 && bottom <= height)
          .length,
      page.viewportSize()?.height ?? 0,
    );

onOneDeployment('the list of prompts', (dashboard) => {
  it('shows 14 prompts at 1280 x 800, with labels, calls and dates, sorts by its column heads, and fits on a phone', async () => {
    const user = await dashboard.site.createUser();
    const id = await createPrompts(dashboard, user);
    const call = { route: 'GET /api/prompts/{ref}', promptId: id, statusClass: '2xx' as const };
    await recordPastCalls(dashboard.site.storage.url, user.userId, [{ daysAgo: 1, ...call, count: 1234 }]);
    const { page } = await dashboard.signIn('/prompts', user);
    await page.setViewportSize({ width: 1280, height: 800 });
    await row(page, FIRST).waitFor();

    expect(await rowsInView(page)).toBeGreaterThanOrEqual(14);
    await page.getByText('20 prompts').waitFor();
    const first = row(page, FIRST);
    await first.getByText('1,234').waitFor();
    await first.getByText('production v1, behind the latest version 2').waitFor();
    expect(await first.innerText()).toMatch(/Reply number 0.*staging\s+v2\s.*just now/s);
    const date = await first.locator('time').getAttribute('title');
    expect(date).toContain(String(new Date().getFullYear()));

    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(async () => (await listed(page))[0]).toBe('support/reply-19');
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=descending]')).waitFor();
    await page.getByRole('button', { name: 'Updated' }).click();
    await expect.poll(async () => (await listed(page))[0]).toBe('support/reply-00');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=updatedAt');

    // On a phone, a prompt opens from anywhere in its row.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => first.boundingBox().then((box) => box?.height)).toBe(56);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await rowsInView(page)).toBeGreaterThanOrEqual(8);
    await first.getByText('production v1').waitFor();
    // Covered by the link of the row.
    await first.getByText('Reply number 0').click({ force: true });
    await page.getByRole('heading', { name: 'support/reply-00', level: 1 }).waitFor();
  });
});
