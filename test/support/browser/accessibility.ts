import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules whose result depends on colours. All others give the same result in light and dark. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Waits for transitions, which would show intermediate colours, but not for endless animations such as spinners. */
const finishAnimations = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))`;

/** Every violation of WCAG 2.2 AA that axe finds in light, and every violation by colours that it finds in dark. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  const dark = await analyze(page, 'dark', { type: 'rule', values: COLOR_RULES });
  return [...dark, ...(await analyze(page, 'light', { type: 'tag', values: WCAG_2_2_AA }))];
}

type Rules = NonNullable<Parameters<AxeBuilder['options']>[0]['runOnly']>;

async function analyze(page: Page, colorScheme: 'light' | 'dark', runOnly: Rules): Promise<string[]> {
  const other = colorScheme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme });
  await page.locator(`html:not([data-mantine-color-scheme="${other}"])`).waitFor({ state: 'attached' });
  await page.evaluate(finishAnimations);
  // Axe has half a megabyte, which the page keeps until it is left.
  const isLoaded = await page.evaluate<boolean>('"axe" in globalThis');
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: 'undefined' } : { page });
  // Finding selectors for everything that is fine would take as long as the checks.
  const { violations } = await axe
    .options({ runOnly, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${colorScheme}: ${id} at ${target}: ${failureSummary}`),
  );
}

/** The width of a page at 400 % zoom on a common screen (WCAG 1.4.10). */
export const NARROW = { width: 320, height: 640 };

/** Nothing is wider than the narrow window. */
export async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => page.evaluate<number>(overflow)).toBe(0);
}
