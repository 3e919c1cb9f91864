import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A colour on its way to another is nobody's choice. What never ends, such as a spinner, is not waited for. */
const atRest = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))`;

/** Every breach of WCAG 2.2 AA that axe finds, in light and in dark, with where it is and what it says. */
export async function breaches(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, other] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html:not([data-mantine-color-scheme="${other}"])`).waitFor({ state: 'attached' });
    await page.evaluate(atRest);
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG_2_2_AA).setLegacyMode().analyze();
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${colorScheme}: ${id} at ${target}: ${failureSummary}`);
  }
  return found;
}
