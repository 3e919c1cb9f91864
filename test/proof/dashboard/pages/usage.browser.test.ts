import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { publishPrompt } from '../../../adapters/dashboard/browser/open-prompt-page.ts';
import { findAccessibilityViolations } from '../../../support/browser/accessibility.ts';
import {
  onOneDeployment,
  type SignedInWindow,
  type TestDashboard,
} from '../../../support/browser/on-every-deployment.ts';
import { recordPastCalls } from '../../../support/browser/record-past-calls.ts';

const LIST = 'GET /api/prompts';
const READ = 'GET /api/prompts/{ref}';

/** The number below this name on the overview. */
const figure = (page: Page, name: string): Locator =>
  page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

/** Opens the usage page of a user with calls of several months. */
async function openUsagePage(dashboard: TestDashboard): Promise<SignedInWindow & { readonly promptId: string }> {
  const user = await dashboard.site.createUser();
  const promptId = await publishPrompt(dashboard, user, 'greeting', ['Hello {{name}}']);
  await recordPastCalls(dashboard.site.storage.url, user.userId, [
    { daysAgo: 3, route: LIST, statusClass: '2xx', count: 40 },
    { daysAgo: 3, route: READ, statusClass: '2xx', count: 300, promptId },
    { daysAgo: 20, route: READ, statusClass: '4xx', count: 7 },
    { daysAgo: 60, route: READ, statusClass: '2xx', count: 1000, promptId },
  ]);
  return { ...(await dashboard.signIn('/usage', user)), promptId };
}

const select = (page: Page, name: string): Promise<void> => page.getByText(name, { exact: true }).click();

/** The rows of a table by their heading, with the formatted numbers. */
async function readRows(table: Locator): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const row of await table.locator('tbody tr, tfoot tr').all()) {
    const [heading = '', ...cells] = await row.locator('th, td').allInnerTexts();
    found.set(heading.trim(), cells);
  }
  return found;
}

const readGroups = (page: Page, title: string) => readRows(page.getByRole('table', { name: title }));

onOneDeployment('the statistics', (dashboard) => {
  it('show thirty API calls shortly after they were made', async ({ annotate }) => {
    const { page, user } = await dashboard.signIn('/');
    await page.getByText('Waiting for the first call…').waitFor();

    const calls = Array.from({ length: 30 }, (_call, at) => (at < 24 ? 'prompts' : 'prompts/missing'));
    await Promise.all(calls.map((path) => dashboard.site.call(path, user.token)));
    const made = performance.now();

    // Seven days, because the day may have changed during the test.
    await expect.poll(async () => (await figure(page, 'Last 7 days').allInnerTexts())[0]).toBe('30');
    await annotate(`seen after ${Math.round(performance.now() - made)} ms`);
    expect(await figure(page, 'Success rate').innerText()).toBe('80%');
    const total = (await readRows(page.getByRole('table', { name: 'Calls per day' }))).get('Total');
    expect(total).toEqual(['24', '0', '6', '0', '30']);
  });

  it('cover the selected range, grouped by status, endpoint or prompt', async () => {
    const { page, promptId } = await openUsagePage(dashboard);
    const total = async () => (await readGroups(page, 'Calls by status')).get('Total')?.[0];

    // Includes today's call that created the prompt.
    await expect.poll(total).toBe('348');
    await select(page, '7 days');
    await expect.poll(total).toBe('341');
    await select(page, '90 days');
    await expect.poll(total).toBe('1,348');
    await select(page, '24 hours');
    await expect.poll(total).toBe('1');
    await page.reload();
    await expect.poll(total).toBe('1');

    await select(page, '30 days');
    await expect.poll(async () => (await readGroups(page, 'Calls by status')).get('4xx')?.[0]).toBe('7');
    await select(page, 'Endpoint');
    await expect.poll(async () => (await readGroups(page, 'Calls by endpoint')).get(READ)?.[0]).toBe('307');
    await select(page, 'Prompt');
    await expect.poll(async () => (await readGroups(page, 'Calls by prompt')).get('greeting')?.[0]).toBe('300');

    await page.getByRole('table').getByRole('link', { name: 'greeting' }).click();
    await page.waitForURL(new RegExp(`/prompts/${promptId}$`));
  });

  it('show why calls failed, and which prompt they were about', async () => {
    const user = await dashboard.site.createUser();
    const versions = [{ content: 'Hello {{name}}.', labels: ['production'] }, 'Hi {{name}}.'];
    const id = await publishPrompt(dashboard, user, 'support/greeting', versions);
    const { page } = await dashboard.signIn('/usage', user);
    const failures = page.getByRole('region', { name: 'Why calls failed' }).first();
    await failures.getByText('No failed calls').waitFor();

    const call = (path: string, caller: string, body?: unknown) => {
      const headers = { 'X-Client-Name': caller, 'X-Request-Id': `of-${caller}` };
      const options = body === undefined ? { headers } : { headers, method: 'POST', body };
      return dashboard.site.call(path, user.token, options);
    };
    await call('prompts/none', 'lost');
    await call(`prompts/${id}/render`, 'hasty', { variables: {} });
    await call(`prompts/${id}/render`, 'careful', { variables: { name: 'Ada' } });
    await call(`prompts/${id}?version=2`, 'careful');

    // Without a reload.
    const row = failures.getByRole('row', { name: /variables_invalid/ });
    await row.waitFor();
    const cells = await row.getByRole('cell').allInnerTexts();
    expect(cells.slice(1).map((cell) => cell.trim())).toEqual([
      '422 variables_invalid',
      'POST /api/prompts/{ref}/render',
      'support/greeting',
      'hasty (127.0.0.1)',
      'of-hasty',
    ]);
    await failures.getByRole('row', { name: /404 prompt_not_found .* lost \(127\.0\.0\.1\) of-lost/ }).waitFor();
    await select(page, 'Failures');
    await expect
      .poll(async () => (await readGroups(page, 'Failed calls by prompt')).get('support/greeting')?.[0])
      .toBe('1');
    await page.setViewportSize({ width: 390, height: 844 });
    // The chart adapts a moment later.
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.setViewportSize({ width: 1280, height: 800 });

    await row.getByRole('link', { name: 'support/greeting' }).click();
    await page.getByRole('tab', { name: 'Usage' }).click();
    await page.getByText('3 calls in the last 7 days. 1 failed (33.3%)').waitFor();
    expect(await readGroups(page, 'By version')).toEqual(
      new Map([
        ['2', ['1', '33.3%', '0', '0%']],
        ['1', ['2', '66.7%', '1', '50%']],
      ]),
    );
    expect((await readGroups(page, 'By label')).get('production')).toEqual(['2', '66.7%', '1', '50%']);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it('are the same in the chart, the tables and the CSV file', async () => {
    const { page } = await openUsagePage(dashboard);
    await expect.poll(async () => (await readGroups(page, 'Calls by status')).get('Total')?.[0]).toBe('348');

    const chart = page.getByRole('img', { name: /30 days, 348 calls/ });
    await chart.waitFor();
    await page.getByRole('button', { name: 'Show a table by day' }).click();
    const days = await readRows(page.getByRole('table', { name: 'Calls per day' }));
    const shown = [...days.entries()].filter(([day]) => day !== 'Total').flatMap(([, cells]) => cells.slice(0, -1));
    const bars = chart.locator('.chart-bar');
    await expect.poll(() => bars.count()).toBe(shown.filter((count) => count !== '0').length);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^prompthold-usage-.*-status\.csv$/);
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(head).toBe('start,group,count');
    const sums: Record<string, number> = {};
    for (const [, group = '', count] of lines.map((line) => line.split(',')))
      sums[group] = (sums[group] ?? 0) + Number(count);
    expect(sums).toEqual({ '2xx': 341, '3xx': 0, '4xx': 7, '5xx': 0 });
    expect(days.get('Total')).toEqual(['341', '0', '7', '0', '348']);
  });
});
