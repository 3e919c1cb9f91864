import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onOneDeployment } from '../../support/browser/on-every-deployment.ts';
import { exportedPrompt, importPrompts } from './import-prompts.ts';

const PROMPTS = 10_000;
const FOLDERS = 50;
const ROW_PX = 40;
const STEP_PX = 400;
/** Only detects hangs. */
const TIMEOUT_MS = 900_000;

const nameOf = (number: number): string =>
  `folder-${String(number % FOLDERS).padStart(2, '0')}/prompt-${String(number).padStart(5, '0')}`;

const NAMES = Array.from({ length: PROMPTS }, (_, number) => nameOf(number));
const SORTED = NAMES.toSorted();

interface ShownRow {
  readonly index: number;
  readonly name: string;
  /** The distance from the top of the list. */
  readonly top: number;
}

const HEIGHT_PX = 720;

/** The rows in view, with their place in the list. */
const shownRows = (page: Page): Promise<readonly ShownRow[]> =>
  page
    .getByRole('table', { name: 'Prompts' })
    .locator('tbody tr[data-index]')
    .evaluateAll((rows, height) => {
      const listTop = rows[0]?.parentElement?.getBoundingClientRect().top ?? 0;
      return rows
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > 0 && box.top < height)
        .map(({ row, box }) => ({
          index: Number(row.getAttribute('data-index')),
          name: row.querySelector('a')?.textContent ?? '',
          top: box.top - listTop,
        }));
    }, HEIGHT_PX);

/** The window is filled with loaded rows. */
async function expectFilled(page: Page): Promise<readonly ShownRow[]> {
  await expect.poll(async () => (await shownRows(page)).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(12);
  return shownRows(page);
}

onOneDeployment(`the list of ${PROMPTS} prompts`, (dashboard) => {
  it(
    'opens in one request, scrolls to its end without jumps, and finds prompts while typing',
    async () => {
      const user = await dashboard.site.createUser();
      await importPrompts(
        dashboard,
        user.token,
        NAMES.map((name) => exportedPrompt(name, [name])),
      );
      const { page } = await dashboard.signIn('/usage', user);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      const listings = () => requests.filter((path) => path.endsWith('/api/catalog')).length;

      await page.getByRole('link', { name: 'Prompts', exact: true }).click();
      await page.getByText('10,000 prompts').waitFor();
      const [first] = await expectFilled(page);
      expect(first).toMatchObject({ index: 0, name: SORTED[0] });
      expect(listings()).toBe(1);

      const seen = new Set<number>();
      await page.mouse.move(900, 500);
      for (let turn = 0; turn < 30; turn += 1) {
        for (const row of await expectFilled(page)) {
          expect(row).toEqual({ index: row.index, name: SORTED[row.index], top: row.index * ROW_PX });
          seen.add(row.index);
        }
        await page.mouse.wheel(0, STEP_PX);
        await expect.poll(() => page.evaluate('window.scrollY')).toBe((turn + 1) * STEP_PX);
      }
      expect(Math.max(...seen)).toBeGreaterThan(250);
      expect([...seen].toSorted((one, other) => one - other)).toEqual(Array.from({ length: seen.size }, (_, at) => at));

      const scrolled = await page.evaluate('window.scrollY');
      const opened = (await shownRows(page)).at(-3);
      await page.getByRole('link', { name: opened?.name ?? '' }).click();
      await page.getByRole('heading', { name: opened?.name ?? '', level: 1 }).waitFor();
      expect(await page.evaluate('window.scrollY')).toBe(0);
      await page.goBack();
      await page.getByRole('link', { name: opened?.name ?? '' }).waitFor();
      expect(await page.evaluate('window.scrollY')).toBe(scrolled);

      await page.keyboard.press('End');
      await expect
        .poll(async () => (await shownRows(page)).at(-1), { timeout: 60_000 })
        .toEqual({ index: PROMPTS - 1, name: SORTED.at(-1), top: (PROMPTS - 1) * ROW_PX });
      // Only the rows near those in view are rendered.
      expect(await page.locator('tbody tr').count()).toBeLessThan(100);

      await page.keyboard.press('Home');
      const search = page.getByRole('searchbox', { name: 'Search' });
      await search.pressSequentially('prompt-0477', { delay: 60 });
      await expect
        .poll(async () => (await shownRows(page)).map(({ name }) => name))
        .toEqual(SORTED.filter((name) => name.includes('prompt-0477')));
      await page.getByText('10 prompts').waitFor();
      expect(await search.inputValue()).toBe('prompt-0477');
    },
    TIMEOUT_MS,
  );
});
