import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shareUser } from '../../../adapters/dashboard/browser/open-prompt-page.ts';
import type { User } from '../../../support/browser/dashboard-site.ts';
import { onOneDeployment, type TestDashboard } from '../../../support/browser/on-every-deployment.ts';

const LIVE = { content: 'Hello {{name}}', labels: ['production'] };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const select = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true }).click();
const move = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** The version that programs get by the label; undefined without the label. */
async function readLabel(
  { site }: TestDashboard,
  { token }: User,
  name: string,
  label: string,
): Promise<number | undefined> {
  const response = await site.call(`prompts/${encodeURIComponent(name)}`, token);
  return ((await response.json()) as { data: { labels: Record<string, number> } }).data.labels[label];
}

onOneDeployment('the label board', (dashboard) => {
  const shared = shareUser(dashboard);
  const { publish } = shared;
  const open = (folder: string) => shared.open(`/labels?folder=${folder}`);

  it('shows what is behind, promotes it after a preview, and leaves out what would break programs', async () => {
    const { user } = shared;
    await publish('shop/current', LIVE);
    await publish('shop/safe', LIVE, 'Hi {{name}}', 'Hey {{name}}');
    await publish('shop/eu/breaking', LIVE, 'Hi {{name}} from {{agent}}');
    const { page } = await open('shop');

    await row(page, 'shop/safe').getByText('v1, 2 behind latest').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Behind in production (2)');
    await page.getByText('2 prompts behind in production').waitFor();
    expect(page.url()).toMatch(/\/labels\?folder=shop&behind=production$/);
    await select(page, 'Select all 2 prompts');
    await button(page, 'Promote…').click();
    await page.getByText('1 will move · 1 breaking').waitFor();
    await move(page, 'shop/safe').getByText('v1 → v3').waitFor();
    await move(page, 'shop/eu/breaking').getByText('agent is now required').waitFor();
    await page.getByRole('textbox', { name: 'Note' }).fill('Release 7');
    await button(page, 'Promote 1 prompt').click();
    await page.getByText('1 moved', { exact: true }).waitFor();

    expect(await readLabel(dashboard, user, 'shop/safe', 'production')).toBe(3);
    expect(await readLabel(dashboard, user, 'shop/eu/breaking', 'production')).toBe(1);
    await button(page, 'Close').last().click();
    await page.getByText('1 prompt behind in production').waitFor();
    // What did not move stays selected.
    await button(page, 'Promote…').click();
    await button(page, 'Select all breaking').click();
    await button(page, 'Promote 1 prompt').click();
    await page.getByText('1 moved', { exact: true }).waitFor();
    expect(await readLabel(dashboard, user, 'shop/eu/breaking', 'production')).toBe(2);
    // The result stays although the board behind it is empty now.
    await page
      .getByRole('heading', { name: 'Nothing is behind in production', includeHidden: true })
      .waitFor({ state: 'attached' });
    await move(page, 'shop/eu/breaking').getByText('v1 → v2').waitFor();
  });

  it('reports each prompt that did not move, and retries it without undoing moves of others', async () => {
    const { user } = shared;
    for (const name of ['lost', 'elsewhere', 'archived'])
      await publish(`busy/${name}`, LIVE, 'Hi {{name}}', 'Hey {{name}}');
    const call = (path: string, method: string, body: unknown) =>
      dashboard.site.call(path, user.token, { method, body });
    const { page, window } = await open('busy');
    await select(page, 'Select all 3 prompts');
    await button(page, 'Promote…').click();
    await button(page, 'Promote 3 prompts').waitFor();
    await call('prompts/busy%2Felsewhere/labels/production', 'PUT', { version: 2 });
    await call('prompts/busy%2Farchived', 'PATCH', { archived: true });
    // The move happens, but its response is lost.
    await page.route('**/labels/production', async (route) => {
      const response = await route.fetch();
      if (response.status() === 200) await route.abort();
      else await route.fulfill({ response });
    });

    await button(page, 'Promote 3 prompts').click();
    await page.getByText('0 moved · 3 not moved').waitFor();
    await move(page, 'lost')
      .getByText(/Can't reach/)
      .waitFor();
    expect(window.violations.splice(0)).toEqual(['console: Failed to load resource: net::ERR_FAILED']);

    await button(page, 'Retry 3').click();
    await page.getByText('1 moved · 2 not moved').waitFor();
    await move(page, 'elsewhere').getByText('production was moved to v2 in the meantime').waitFor();
    await move(page, 'archived').getByText('was archived in the meantime').waitFor();
    expect(await readLabel(dashboard, user, 'busy/lost', 'production')).toBe(3);
    expect(await readLabel(dashboard, user, 'busy/elsewhere', 'production')).toBe(2);
  });

  it('duplicates a prompt under another name', async () => {
    const { user } = shared;
    const variables = [{ name: 'name', enum: ['Ada', 'Grace'] }];
    const original = { ...LIVE, variables, config: { model: 'm1' }, description: 'Greets', tags: ['support'] };
    await publish('copies/greeting', original);
    await publish('copies/greeting-copy', 'Taken');
    const { page } = await open('copies');

    await button(page, 'Duplicate copies/greeting').click();
    await button(page, 'Duplicate').click();
    await page.getByText('Another prompt has this name').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('copies/welcome');
    await button(page, 'Duplicate').click();

    await page.getByRole('heading', { name: 'copies/welcome', level: 1 }).waitFor();
    const response = await dashboard.site.call('prompts/copies%2Fwelcome', user.token);
    expect(await response.json()).toMatchObject({
      data: {
        content: 'Hello {{name}}',
        variables: [{ name: 'name', enum: ['Ada', 'Grace'] }],
        config: { model: 'm1' },
        description: 'Greets',
        tags: ['support'],
        labels: {},
        message: 'Copied from copies/greeting, version 1',
      },
    });
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Duplicate…' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('copies/welcome-copy');
  });
});
