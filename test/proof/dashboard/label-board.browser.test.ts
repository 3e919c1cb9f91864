import { expect, it } from 'vitest';
import { findAccessibilityViolations } from '../../support/browser/accessibility.ts';
import type { User } from '../../support/browser/dashboard-site.ts';
import { onOneDeployment, type TestDashboard } from '../../support/browser/on-every-deployment.ts';
import { proofSize } from '../../support/proof-size.ts';
import { AT, exportedPrompt, importPrompts } from './import-prompts.ts';

const PROMPTS = proofSize({ usual: 2000, full: 10_000 });
const COUNT = PROMPTS.toLocaleString('en-GB');
const LAST_NAME = `prompt-${String(PROMPTS - 1).padStart(5, '0')}`;
/** Their names contain `prompt-004`. */
const PROMOTED = 100;
/** Only detects hangs. */
const TIMEOUT_MS = 300_000;

const NAMES = Array.from({ length: PROMPTS }, (_, number) => `prompt-${String(number).padStart(5, '0')}`);

/** Two versions, of which the first is live. */
const documentOf = (name: string) => ({
  ...exportedPrompt(name, ['One', 'Two']),
  history: [{ label: 'production', version: 1, previous: null, movedAt: AT, by: 'api', message: '' }],
});

async function countMoved({ site }: TestDashboard, { token }: User): Promise<number> {
  const response = await site.call('prompts?q=prompt-004&limit=200', token);
  const { data } = (await response.json()) as { data: { labels: Record<string, number> }[] };
  return data.filter(({ labels }) => labels['production'] === 2).length;
}

onOneDeployment(`the label board with ${COUNT} prompts`, (dashboard) => {
  it(
    'shows all of them with few rows in the document, and promotes a hundred together',
    async () => {
      const user = await dashboard.site.createUser();
      await importPrompts(dashboard, user.token, NAMES.map(documentOf));
      const { page } = await dashboard.signIn('/labels?behind=production', user);
      const rows = page.getByRole('table', { name: 'Labels by prompt' }).locator('.board-row');

      await page.getByText(`${COUNT} prompts behind in production`, { exact: true }).waitFor();
      const selectAll = page.getByRole('checkbox', { name: `Select all ${COUNT} prompts` });
      await selectAll.click();
      await page.getByText(`${COUNT} selected`).waitFor();
      await selectAll.click();
      await page.keyboard.press('End');
      await page.getByRole('checkbox', { name: `Select ${LAST_NAME}` }).click();
      await page.getByText('1 selected', { exact: true }).waitFor();
      expect(await rows.last().getAttribute('aria-rowindex')).toBe(String(PROMPTS + 1));
      expect(await rows.count()).toBeLessThan(80);

      await page.keyboard.press('Home');
      await page.getByRole('searchbox', { name: 'Search' }).fill('prompt-004');
      await page.getByRole('checkbox', { name: `Select all ${PROMOTED} prompts` }).click();
      await page.getByRole('button', { name: 'Promote…' }).click();
      await page.getByText(`${PROMOTED} will move`).waitFor();
      await page.getByRole('button', { name: `Promote ${PROMOTED} prompts` }).click();
      await page.getByText(`${PROMOTED} moved`, { exact: true }).waitFor();
      expect(await countMoved(dashboard, user)).toBe(PROMOTED);
    },
    TIMEOUT_MS,
  );
});

const NARROW = { width: 390, height: 844 };

onOneDeployment('WCAG 2.2 AA, in light and dark, on the label board', (dashboard) => {
  it('holds for a selection, for a preview with breaking changes, for failed moves and while duplicating', async () => {
    const user = await dashboard.site.createUser();
    const put = (name: string, body: unknown) =>
      dashboard.site.call(`prompts/${name}`, user.token, { method: 'PUT', body });
    for (const name of ['safe', 'breaking']) await put(name, { content: 'Hello', labels: ['production'] });
    await put('safe', { content: 'Hi' });
    await put('breaking', { content: 'Hi {{name}}' });
    await put('current', { content: 'Hi', labels: ['production', 'staging'] });
    const { page } = await dashboard.signIn('/labels', user);

    await page.getByRole('checkbox', { name: 'Select all 3 prompts' }).click();
    expect(await findAccessibilityViolations(page), 'selection').toEqual([]);
    await page.setViewportSize(NARROW);
    await page.locator('[data-blocks]').waitFor();
    expect(await findAccessibilityViolations(page), 'narrow').toEqual([]);
    await page.getByRole('button', { name: 'Promote…' }).click();
    await page.getByText('1 will move · 1 breaking · 1 skipped').waitFor();
    expect(await findAccessibilityViolations(page), 'preview').toEqual([]);
    await dashboard.site.call('prompts/safe', user.token, { method: 'PATCH', body: { archived: true } });
    await page.getByRole('button', { name: 'Select all breaking' }).click();
    await page.getByRole('button', { name: 'Promote 2 prompts' }).click();
    await page.getByText('1 moved · 1 not moved').waitFor();
    expect(await findAccessibilityViolations(page), 'outcome').toEqual([]);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Duplicate current' }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    expect(await findAccessibilityViolations(page), 'duplicate').toEqual([]);
  });
});
