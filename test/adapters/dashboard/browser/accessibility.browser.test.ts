import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { breaches } from '../../../support/browser/accessibility.ts';
import { anySetting } from '../../../support/browser/deployments.ts';
import { inEverySetting, type Stage } from '../../../support/browser/on-every-deployment.ts';
import { entryPages, examplesOn, signedInPages } from './dashboard-pages.ts';

/** As narrow as a page is at 400 % on a usual screen (WCAG, 1.4.10). */
const NARROW = { width: 320, height: 640 };

const overhang = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

async function at(stage: Stage, { path, ready }: (typeof signedInPages)[number]): Promise<Page> {
  const examples = await examplesOn(stage.site);
  const { page } = await stage.signedIn(path(examples), examples.person);
  await ready(page);
  return page;
}

inEverySetting(
  'WCAG 2.2 AA, in light and dark',
  (stage) => {
    it.each(entryPages)('holds on $name', async ({ path, ready }) => {
      const { page, goTo } = await stage.visitor();
      await goTo(path);
      await page.getByRole('heading', { name: ready, level: 1 }).waitFor();

      expect(await breaches(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      await expect.poll(() => overhang(page)).toBe(0);
    });

    it.each(signedInPages)('holds on $name', async (shown) => {
      const page = await at(stage, shown);

      expect(await breaches(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      await expect.poll(() => overhang(page)).toBe(0);
    });

    it('holds when the sign-in is refused', async () => {
      const visitor = await stage.visitor();
      await visitor.goTo('/login');
      await visitor.fillIn({ email: 'nobody@example.com', password: 'not the password' });
      await visitor.page.getByRole('alert').waitFor();

      expect(await breaches(visitor.page)).toEqual([]);
    });

    it('holds while there is nothing to show yet', async () => {
      const { page, visitor } = await stage.signedIn('/');
      await page.getByText('No calls in the last 30 days').waitFor();
      expect(await breaches(page), 'the overview').toEqual([]);
      await visitor.goTo('/usage');
      await page.getByText('No calls in this period').waitFor();
      expect(await breaches(page), 'the usage').toEqual([]);
      await visitor.goTo('/prompts');
      await page.getByText('No prompts yet').waitFor();
      expect(await breaches(page), 'the prompts').toEqual([]);
    });

    it('holds while a key is shown, asked about and replaced', async () => {
      const { page } = await stage.signedIn('/settings?tab=api-keys');

      await page.getByRole('button', { name: 'Reveal' }).click();
      await page.getByRole('button', { name: 'Hide' }).waitFor();
      // Under the pointer its colours are others.
      await page.getByRole('button', { name: 'Reset key' }).hover();
      expect(await breaches(page), 'shown').toEqual([]);
      await page.getByRole('button', { name: 'Reset key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
      expect(await breaches(page), 'asked about').toEqual([]);
      await dialog.getByRole('button', { name: 'Reset key' }).click();
      await dialog.getByRole('button', { name: 'Done' }).waitFor();
      expect(await breaches(page), 'replaced').toEqual([]);
    });

    it('holds while a prompt is written, and while a promotion is refused', async () => {
      const person = await stage.site.newPerson();
      const body = { name: 'greeting', content: 'Hello {{name}}', labels: ['production'] };
      const created = await stage.site.call('prompts', person.token, { method: 'POST', body });
      const { id } = ((await created.json()) as { data: { id: string } }).data;
      const breaking = { content: 'Hello {{name}} from {{company}}' };
      await stage.site.call(`prompts/${id}/versions`, person.token, { method: 'POST', body: breaking });
      const { page, visitor } = await stage.signedIn('/prompts', person);

      await page.getByRole('button', { name: 'New prompt' }).click();
      await page.getByRole('button', { name: 'Create prompt' }).click();
      expect(await breaches(page), 'written').toEqual([]);
      await visitor.goTo(`/prompts/${id}?tab=labels`);
      await page.getByRole('button', { name: 'Promote', exact: true }).click();
      await page.getByRole('button', { name: 'Promote anyway' }).waitFor();
      expect(await breaches(page), 'refused').toEqual([]);
    });
  },
  anySetting,
);
