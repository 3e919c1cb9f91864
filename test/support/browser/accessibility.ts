import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

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
  const allRules = new AxeBuilder({ page }).withTags(WCAG_2_2_AA);
  const colorRules = new AxeBuilder({ page }).withRules(COLOR_RULES);
  return [...(await analyze(page, 'light', allRules)), ...(await analyze(page, 'dark', colorRules))];
}

async function analyze(page: Page, colorScheme: 'light' | 'dark', axe: AxeBuilder): Promise<string[]> {
  const other = colorScheme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme });
  await page.locator(`html:not([data-mantine-color-scheme="${other}"])`).waitFor({ state: 'attached' });
  await page.evaluate(finishAnimations);
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${colorScheme}: ${id} at ${target}: ${failureSummary}`),
  );
}
